//! How what is said to Postgres travels: encrypted where the server can, and never plain text in silence.
//!
//! What was found out at the start holds for every later connection, so that nobody on the way can talk a running
//! service out of encryption.

use std::error::Error as _;
use std::path::PathBuf;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, SignatureScheme};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::Cause;
use crate::{Error, Settings};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// It does not leave the machine.
    Local,
    /// Encrypted, to a server that has proved who it is.
    Verified,
    /// Encrypted, to a server whose certificate nobody checked.
    Encrypted,
    /// Everybody on the way can read it.
    Plain {
        /// `sslmode=disable` says so.
        chosen: bool,
    },
}

impl std::fmt::Display for Wire {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Wire::Local => "not over a network",
            Wire::Verified => "encrypted, the server's certificate is verified",
            Wire::Encrypted => {
                "encrypted, but the server's certificate is not verified: set sslmode=verify-full in database_url, and \
                 database_ca_file where the authority is your own"
            }
            Wire::Plain { chosen: true } => "PLAIN TEXT over the network, as sslmode=disable asks for",
            Wire::Plain { chosen: false } => {
                "PLAIN TEXT over the network: the server offers no TLS. Switch it on there and set sslmode=verify-full, \
                 or say sslmode=disable where the network is your own"
            }
        })
    }
}

/// What the address asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Security {
    Disabled,
    /// Encrypted where the server can.
    Preferred,
    /// Encrypted to a verified server, or not at all. The file names the authorities; the public ones without it.
    Verified(Option<PathBuf>),
}

/// The parts of the address. `require` verifies as `verify-full` does; so does naming an authority.
pub fn read(url: &str, settings: &Settings) -> Result<(Config, Security), Error> {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let (mut mode, mut authorities, mut rest) = ("", settings.tls_authorities.clone(), Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("sslmode", value)) => mode = value,
            Some(("sslrootcert", value)) => authorities = Some(PathBuf::from(value)),
            _ => rest.push(pair),
        }
    }
    let security = match (mode, authorities) {
        ("disable", _) => Security::Disabled,
        ("" | "allow" | "prefer", None) => Security::Preferred,
        ("" | "allow" | "prefer" | "require" | "verify-ca" | "verify-full", authorities) => {
            Security::Verified(authorities)
        }
        (other, _) => {
            let reason = format!("sslmode {other:?} is none of disable, prefer, require and verify-full");
            return Err(Error::Address { reason });
        }
    };
    let address = match rest.is_empty() {
        true => address.to_owned(),
        false => format!("{address}?{}", rest.join("&")),
    };
    let config = address.parse();
    let config =
        config.map_err(|error: tokio_postgres::Error| Error::Address { reason: error.to_string() })?;
    Ok((config, security))
}

/// Finds out what the server can where that is left open, and fixes it for all connections.
pub async fn choose(
    config: &mut Config,
    security: Security,
) -> Result<(Wire, Option<MakeRustlsConnect>), Cause> {
    if config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)))
        && config.get_hostaddrs().is_empty()
    {
        config.ssl_mode(SslMode::Disable);
        return Ok((Wire::Local, None));
    }
    let plain = if is_local(config) { Wire::Local } else { Wire::Plain { chosen: false } };
    match security {
        Security::Disabled => {
            config.ssl_mode(SslMode::Disable);
            let wire = if plain == Wire::Local { plain } else { Wire::Plain { chosen: true } };
            Ok((wire, None))
        }
        Security::Verified(authorities) => {
            config.ssl_mode(SslMode::Require);
            Ok((Wire::Verified, Some(verifying(authorities)?)))
        }
        Security::Preferred => {
            config.ssl_mode(SslMode::Require);
            let tls = encrypting()?;
            match config.connect(tls.clone()).await {
                Ok(_) => Ok((Wire::Encrypted, Some(tls))),
                Err(error) if has_no_tls(&error) => {
                    config.ssl_mode(SslMode::Disable);
                    Ok((plain, None))
                }
                Err(error) => Err(error.into()),
            }
        }
    }
}

/// The driver has no other way to tell a server that offers no TLS from one that fails at it.
fn has_no_tls(error: &tokio_postgres::Error) -> bool {
    error.source().is_some_and(|cause| cause.to_string() == "server does not support TLS")
}

fn is_local(config: &Config) -> bool {
    let named = config.get_hosts().iter().all(|host| match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
        }
    });
    named && config.get_hostaddrs().iter().all(|address| address.is_loopback())
}

fn verifying(authorities: Option<PathBuf>) -> Result<MakeRustlsConnect, Cause> {
    let mut roots = rustls::RootCertStore::empty();
    match authorities {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(path) => {
            let file = CertificateDer::pem_file_iter(&path);
            let failed = |error| format!("the authorities in {}: {error}", path.display());
            for certificate in file.map_err(failed)? {
                roots.add(certificate.map_err(failed)?)?;
            }
        }
    }
    let config = builder()?.with_root_certificates(roots).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Encrypts, whoever is at the other end: what an address asks for that says nothing of certificates.
fn encrypting() -> Result<MakeRustlsConnect, Cause> {
    let anybody = Arc::new(Anybody(Arc::new(rustls::crypto::ring::default_provider())));
    let config = builder()?.dangerous().with_custom_certificate_verifier(anybody).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn builder() -> Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>, Cause> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?)
}

/// Takes any certificate whose key the server really has.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
