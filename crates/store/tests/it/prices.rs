use domain::{Day, DayRange};
use store::prices::DailyClose;
use store::{Error, on_every_engine};

use crate::sample::day;

fn close(asset: &str, day: Day, close: f64) -> DailyClose {
    DailyClose { asset: asset.to_owned(), day, close, source: "test".to_owned() }
}

on_every_engine! {
    async fn a_price_is_never_changed_in_silence(store) {
        let (first, second) = (day("2026-01-01"), day("2026-01-02"));
        let closes = [close("BTC", first, 90_000.125), close("BTC", second, 91_000.0), close("ETH", first, 0.1 + 0.2)];
        store.prices.insert(&closes).await.unwrap();
        store.prices.insert(&closes).await.unwrap();

        // One that differs takes its whole batch with it.
        let batch = [close("SOL", first, 1.0), close("BTC", second, 91_000.5)];
        let error = store.prices.insert(&batch).await.unwrap_err();
        assert!(error.to_string().contains("BTC on 2026-01-02"), "{error}");
        for bad in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            assert!(matches!(store.prices.insert(&[close("X", first, bad)]).await, Err(Error::Refused { .. })));
        }
        let twice = [close("X", first, 1.0), close("X", first, 2.0)];
        assert!(matches!(store.prices.insert(&twice).await, Err(Error::Refused { .. })));

        let days = DayRange::inclusive(first, second).unwrap();
        assert_eq!(store.prices.list("BTC", days).await.unwrap(), closes[..2]);
        assert_eq!(store.prices.list("BTC", DayRange::single(second)).await.unwrap(), closes[1..2]);
        let assets = store.prices.assets().await.unwrap();
        assert_eq!(assets, [("BTC".to_owned(), first, second), ("ETH".to_owned(), first, first)]);
    }
}
