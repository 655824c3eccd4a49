//! Which addresses may be asked. A feed must not be able to make us read our own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("it is not an address")]
    Malformed,
    #[error("only http and https are asked, not {0}")]
    Scheme(String),
    #[error("it carries a name or a password")]
    Credentials,
    #[error("it lies inside a private network")]
    Private,
    #[error("its name has no public address")]
    NoPublicAddress,
}

/// Checks addresses before they are asked, and again what names resolve to.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    pub allow_private: bool,
}

impl Guard {
    /// An address of the web, without credentials, whose host is not a private number.
    pub fn check(self, address: &str) -> Result<Url, AddressError> {
        self.check_scheme(address, &["http", "https"])
    }

    pub fn check_web_socket(self, address: &str) -> Result<Url, AddressError> {
        self.check_scheme(address, &["ws", "wss"])
    }

    fn check_scheme(self, address: &str, schemes: &[&str]) -> Result<Url, AddressError> {
        let url = Url::parse(address.trim()).map_err(|_| AddressError::Malformed)?;
        if !schemes.contains(&url.scheme()) {
            return Err(AddressError::Scheme(url.scheme().chars().take(20).collect()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(AddressError::Credentials);
        }
        let allowed = match url.host() {
            None => return Err(AddressError::Malformed),
            // A name without a dot is a neighbour's.
            Some(Host::Domain(name)) => name.trim_end_matches('.').contains('.') && !is_local_name(name),
            Some(Host::Ipv4(ip)) => is_public(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => is_public(IpAddr::V6(ip)),
        };
        if allowed || self.allow_private { Ok(url) } else { Err(AddressError::Private) }
    }

    /// The public addresses of a name.
    pub async fn resolve(self, host: &str, port: u16) -> Result<Vec<SocketAddr>, std::io::Error> {
        let found = tokio::net::lookup_host((host, port)).await?;
        let allowed: Vec<SocketAddr> =
            found.filter(|found| self.allow_private || is_public(found.ip())).take(16).collect();
        if allowed.is_empty() {
            return Err(std::io::Error::new(
                std::io::ErrorKind::PermissionDenied,
                AddressError::NoPublicAddress,
            ));
        }
        Ok(allowed)
    }
}

/// The connection goes to what was checked here: there is no second resolution in which a name could change.
impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = *self;
        Box::pin(async move {
            let allowed = Guard::resolve(guard, name.as_str(), 0).await?;
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    ["localhost", "local", "internal", "intranet", "lan", "home", "corp", "arpa"]
        .iter()
        .any(|ending| name == *ending || name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')))
}

/// Whether an address belongs to the open internet, also where it hides inside another form.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_unspecified()
        || ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_broadcast()
        || ip.is_documentation()
        || a == 0
        // Carrier-grade NAT, protocol assignments, benchmarks, the old 6to4 relay, and everything reserved.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 240;
    !special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(inner) = inner_v4(ip) {
        return is_public_v4(inner);
    }
    let first = ip.segments()[0];
    // Only 2000::/3 is given out; documentation and Teredo inside it are not places either.
    let global = first & 0xE000 == 0x2000;
    let teredo = first == 0x2001 && ip.segments()[1] == 0;
    let documentation = first == 0x2001 && ip.segments()[1] == 0x0DB8;
    let orchid = first == 0x2001 && matches!(ip.segments()[1] & 0xFFF0, 0x0010 | 0x0020);
    let documentation_new = first == 0x3FFF;
    global && !teredo && !documentation && !orchid && !documentation_new
}

/// The IPv4 address inside a mapped, compatible, NAT64 or 6to4 one.
fn inner_v4(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let s = ip.segments();
    let low = |high: u16, low: u16| Ipv4Addr::new((high >> 8) as u8, high as u8, (low >> 8) as u8, low as u8);
    match s {
        [0, 0, 0, 0, 0, 0xFFFF, high, last] | [0, 0, 0, 0, 0xFFFF, 0, high, last] => Some(low(high, last)),
        [0, 0, 0, 0, 0, 0, high, last] => Some(low(high, last)),
        [0x64, 0xFF9B, 0, 0, 0, 0, high, last] => Some(low(high, last)),
        // The local NAT64 prefix is by definition somebody's own network.
        [0x64, 0xFF9B, 1, ..] => Some(Ipv4Addr::LOCALHOST),
        [0x2002, high, last, ..] => Some(low(high, last)),
        _ => None,
    }
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
