//! The header with the receipt: what became of the money, on success and on a failed settlement.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::Payment;
use super::facilitator::Reason;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentResponse {
    pub success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_reason: Option<String>,
    /// Empty where there is none; clients expect the member.
    pub transaction: String,
    pub network: &'static str,
    pub payer: String,
}

impl PaymentResponse {
    /// In the words of the version in which the payment came.
    pub fn settled(payment: &Payment, transaction: &str) -> PaymentResponse {
        PaymentResponse {
            success: true,
            error_reason: None,
            transaction: transaction.to_owned(),
            network: payment.network().name_in(payment.version()),
            payer: payment.payer().to_string(),
        }
    }

    pub fn refused(payment: &Payment, reason: &Reason) -> PaymentResponse {
        PaymentResponse {
            success: false,
            error_reason: Some(reason.as_str().to_owned()),
            ..PaymentResponse::settled(payment, "")
        }
    }

    /// The value of the header.
    pub fn header(&self) -> String {
        STANDARD.encode(serde_json::to_vec(self).expect("texts and a flag are always JSON"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::x402::facilitator::{Settled, read_settle};
    use crate::x402::samples;

    fn decoded(response: &PaymentResponse) -> String {
        String::from_utf8(STANDARD.decode(response.header()).expect("base64")).expect("UTF-8")
    }

    #[test]
    fn both_kinds_to_the_letter() {
        let payment = samples::decoded(&samples::payment());
        assert_eq!(
            decoded(&PaymentResponse::settled(&payment, "0xab")),
            r#"{"success":true,"transaction":"0xab","network":"base","payer":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}"#
        );
        let refusal = br#"{"success":false,"errorReason":"insufficient_funds","transaction":""}"#;
        let Settled::Refused(reason) = read_settle(200, refusal, &payment) else { panic!("a refusal") };
        assert_eq!(
            decoded(&PaymentResponse::refused(&payment, &reason)),
            r#"{"success":false,"errorReason":"insufficient_funds","transaction":"","network":"base","payer":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}"#
        );
    }

    #[test]
    fn version_2_names_the_chain_by_its_id() {
        let payment = samples::decoded_v2(&samples::payment_v2());
        assert_eq!(
            decoded(&PaymentResponse::settled(&payment, "0xab")),
            r#"{"success":true,"transaction":"0xab","network":"eip155:8453","payer":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}"#
        );
    }
}
