use super::find;

#[test]
fn finds_a_company_and_an_asset() {
    let names: Vec<String> =
        find("Coinbase adds bitcoin loans", "").into_iter().map(|mention| mention.name).collect();
    assert_eq!(names, ["Coinbase", "Bitcoin"]);
}
