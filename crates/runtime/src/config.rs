//! Every setting of the program, each written once.
//!
//! A value comes from the default here, then the TOML file, then the environment (`BELLWETHER_` and the
//! name in capitals), then the flag of the same name. One line in the table below makes all four, the
//! documentation and the example file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::retention::Retention;
use crate::role::Role;
use crate::secret::Secret;

/// A kind of value that a setting can have.
pub trait Setting: Sized {
    /// It is never given as a flag: everybody on the machine can read the arguments of a process.
    const IS_SECRET: bool = false;

    fn read(text: &str) -> Result<Self, String>;
    /// As it stands in a TOML file.
    fn show(&self) -> String;
}

impl Setting for String {
    fn read(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
    fn show(&self) -> String {
        toml::Value::String(self.clone()).to_string()
    }
}

impl Setting for Secret {
    const IS_SECRET: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        Ok(text.into())
    }
    fn show(&self) -> String {
        toml::Value::String((**self).to_owned()).to_string()
    }
}

impl Setting for Retention {
    fn read(text: &str) -> Result<Self, String> {
        Retention::read(text)
    }
    fn show(&self) -> String {
        self.to_string().show()
    }
}

impl Setting for Role {
    fn read(text: &str) -> Result<Role, String> {
        let all = [Role::All, Role::Door, Role::Worker];
        let found = all.into_iter().find(|role| role.to_string() == text.trim());
        found.ok_or_else(|| format!("{text:?} is none of all, door and worker"))
    }

    fn show(&self) -> String {
        toml::Value::String(self.to_string()).to_string()
    }
}

impl Setting for u64 {
    fn read(text: &str) -> Result<Self, String> {
        text.trim().parse().map_err(|_| format!("{text:?} is not a whole number of 0 or more"))
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

impl Setting for bool {
    fn read(text: &str) -> Result<Self, String> {
        match text.trim() {
            "true" | "1" | "yes" | "on" => Ok(true),
            "false" | "0" | "no" | "off" => Ok(false),
            _ => Err(format!("{text:?} is neither true nor false")),
        }
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

macro_rules! settings {
    ($($group:literal { $($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr;)+ })+) => {
        /// The settings in force.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Config { $($($(#[doc = $doc])+ pub $name: $type,)+)+ }

        impl Default for Config {
            fn default() -> Config {
                Config { $($($name: <$type as From<_>>::from($default),)+)+ }
            }
        }

        /// The same settings as flags; absent where not given.
        #[derive(Clone, Debug, Default, clap::Args)]
        pub struct Flags {
            /// Settings file; by default `bellwether.toml` in the working folder, if there is one.
            #[arg(long, global = true, value_name = "FILE", env = "BELLWETHER_CONFIG", help_heading = "Settings")]
            pub config: Option<PathBuf>,
            $($(
                $(#[doc = $doc])+
                #[arg(long, global = true, value_name = "VALUE", help_heading = "Settings", hide_short_help = true,
                    hide = <$type as Setting>::IS_SECRET)]
                pub $name: Option<String>,
            )+)+
        }

        impl Flags {
            fn given(&self) -> Vec<(&'static str, &str)> {
                let mut given = Vec::new();
                $($(if let Some(value) = &self.$name { given.push((stringify!($name), value.as_str())); })+)+
                given
            }
        }

        impl Config {
            pub const NAMES: &'static [&'static str] = &[$($(stringify!($name),)+)+];

            fn is_secret(name: &str) -> bool {
                match name {
                    $($(stringify!($name) => <$type as Setting>::IS_SECRET,)+)+
                    _ => false,
                }
            }

            fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
                match name {
                    $($(stringify!($name) => self.$name = Setting::read(text)?,)+)+
                    _ => return Err(unknown_setting(name)),
                }
                Ok(())
            }

            /// A settings file with every setting at its present value, commented out.
            pub fn example(&self) -> String {
                let mut text = String::from(EXAMPLE_HEAD);
                $(
                    text.push_str(concat!("\n# --- ", $group, " ---\n"));
                    $(
                        text.push('\n');
                        $(text.push_str("#"); text.push_str($doc); text.push('\n');)+
                        text.push_str(&format!("#{} = {}\n", stringify!($name), self.$name.show()));
                    )+
                )+
                text
            }
        }
    };
}

const EXAMPLE_HEAD: &str = "\
# Bellwether settings. Copy to bellwether.toml (or pass --config FILE) and uncomment what you change.
# Each may also be given as an environment variable (BELLWETHER_ and the name in capitals) or as a flag
# (--name, with - for _). A flag wins over the environment, the environment over this file. Secrets are never flags; each
# may stand in a file of its own, which is named by a setting with _file at its end.
";

settings! {
    "Where" {
        /// Address and port on which the service listens.
        listen: String = "127.0.0.1:8080";
        /// Folder of the embedded store and the search index.
        data_dir: String = "bellwether-data";
        /// Postgres address (postgres://user:password@host/name?sslmode=verify-full); empty: the embedded store in data_dir.
        /// sslmode: without it the wire is encrypted where the server can; require and verify-full also verify its
        /// certificate; disable encrypts nothing.
        database_url: Secret = "";
        /// File that holds database_url.
        database_url_file: String = "";
        /// PEM file with the certificate authorities of the Postgres server; empty: the public ones. Naming one means to
        /// verify.
        database_ca_file: String = "";
        /// true: a pooler that gives out connections by the transaction (pgbouncer) stands before Postgres.
        database_pooler: bool = false;
        /// Address under which the world reaches the service, without a slash at the end; empty: http://listen.
        public_url: String = "";
        /// Further names of hosts, with commas between them, under which /mcp may be asked and whose pages may ask it. That of
        /// public_url, localhost and bare addresses always may; behind a proxy that changes Host, name what it says.
        allowed_hosts: String = "";
        /// What this process does: all, door (answers, and follows what workers write) or worker (takes in, reads, counts,
        /// publishes, delivers). Doors and workers share a Postgres store; the embedded one is served by one process.
        node_role: Role = Role::All;
        /// Address and port for Prometheus metrics; empty: no metrics are served.
        metrics_listen: String = "";
    }
    "Logs" {
        /// Which lines are logged, such as info, debug or bellwether=debug,warn.
        log: String = "info";
        /// human or json.
        log_format: String = "human";
    }
    "Limits of a request" {
        /// Largest request body in bytes.
        body_limit_bytes: u64 = 65_536u64;
        /// Largest request head (line and headers together) in bytes.
        header_limit_bytes: u64 = 32_768u64;
        /// Seconds within which a client must have begun to send something.
        first_byte_timeout_s: u64 = 10u64;
        /// Seconds within which a client must have sent its request head.
        header_timeout_s: u64 = 15u64;
        /// Seconds within which a client must have sent its request body.
        body_timeout_s: u64 = 20u64;
        /// Seconds for which a connection may stay open between two requests.
        idle_timeout_s: u64 = 75u64;
        /// Seconds within which an answer must be ready.
        answer_timeout_s: u64 = 30u64;
        /// Seconds that the export of a whole Space may take.
        export_timeout_s: u64 = 600u64;
        /// Connections held open at once; for another one the connection is closed that is silent longest.
        connection_limit: u64 = 8_192u64;
        /// Connections of one address (of IPv6: of one /64) held open at once. Not applied where client_address_header
        /// is set: all connections come from the proxy then.
        connection_limit_per_address: u64 = 512u64;
        /// Seconds granted at shutdown to what is in flight.
        shutdown_grace_s: u64 = 20u64;
    }
    "Store and index" {
        /// Reading connections to the store.
        store_readers: u64 = 4u64;
        /// Memory for building the index, in MiB.
        index_memory_mib: u64 = 64u64;
        /// Memory for counted days with everything in them, in MiB: who said what, and stories of a single article. Outlines of
        /// all days lie in memory beside it; whole days that do not fit are read from the store when they are asked for.
        figures_memory_mib: u64 = 128u64;
        /// Folder that all nodes reach, or s3://bucket/prefix, for copies of the index: a worker writes one every ten minutes,
        /// and a node without an index begins with the newest; empty: none.
        index_snapshots: String = "";
        /// Milliseconds between looks for documents that are not in the index yet.
        index_poll_ms: u64 = 250u64;
    }
    "Backups" {
        /// Folder, or s3://bucket/prefix, that a backup is written to every night; empty: none is made. A folder is best on
        /// another disk than data_dir.
        backup_dir: String = "";
        /// Hour of the day, in UTC, from which on the night's backup is made.
        backup_hour: u64 = 2u64;
        /// How many backups are kept; the oldest go.
        backup_keep: u64 = 7u64;
    }
    "Object storage (s3://)" {
        /// Address of the server, such as `https://minio.example.org`; empty: that of AWS in s3_region.
        s3_endpoint: String = "";
        /// Region that requests are signed for; servers other than those of AWS mostly take any.
        s3_region: String = "us-east-1";
        /// Name of the key. It needs to list, get, put and delete under the prefix, and nothing else.
        s3_access_key: String = "";
        /// The secret of the key.
        s3_secret_key: Secret = "";
        /// File that holds s3_secret_key.
        s3_secret_key_file: String = "";
    }
    "Keeping" {
        /// Days for which items are kept, by kind or by outlet, such as conversation=30, Example Daily=90; what is older is
        /// removed for good. A rule for an outlet comes before that of its items' kinds. Empty: keep indefinitely.
        keep_days: Retention = "";
    }
    "Who may ask" {
        /// false lets everyone in without keys, limits or charges: for trying things out and for measuring.
        metering: bool = true;
        /// A secret beside the store that goes into the hash of every key; changing it ends all keys.
        key_pepper: Secret = "";
        /// File that holds key_pepper.
        key_pepper_file: String = "";
        /// Milliseconds for which a key that was looked up is believed; a change acts after this, at most 1000.
        key_cache_ms: u64 = 500u64;
        /// Requests a minute for each account on the free plan, all of its keys together.
        rate_free: u64 = 60u64;
        /// Requests a minute for each account on the registered plan.
        rate_registered: u64 = 120u64;
        /// Requests a minute for each account with a subscription.
        rate_subscription: u64 = 600u64;
        /// Requests a minute for each address that comes without a key.
        rate_keyless: u64 = 60u64;
        /// Pages and files under /data/ a minute for each address; who is signed in is not refused for others.
        rate_pages: u64 = 300u64;
        /// Wrong keys a minute from one address before further wrong ones are refused as too many.
        failed_keys_per_minute: u64 = 30u64;
        /// Header in which the proxy before us names the caller's address, such as x-forwarded-for (its last
        /// address counts); empty: the address of the connection. Set it only behind such a proxy.
        client_address_header: String = "";
    }
    "Pay-per-call (x402) on GET /feed" {
        /// Address of the facilitator that verifies and settles payments; empty: single calls are not sold.
        facilitator_url: String = "";
        /// How the facilitator knows us: none, bearer or cdp.
        facilitator_auth: String = "none";
        /// Key id for cdp.
        facilitator_key_id: String = "";
        /// The bearer token, or the base64 Ed25519 secret for cdp.
        facilitator_secret: Secret = "";
        /// File that holds facilitator_secret.
        facilitator_secret_file: String = "";
        /// Account on the chain that is paid, 0x and 40 digits.
        pay_to: String = "";
        /// base or base-sepolia.
        network: String = "base";
        /// JSON-RPC address of a node of that chain, which must show every payment and closes those whose outcome is
        /// open; empty: the facilitator's word must do, and open ones wait for a person (`bellwether payments`).
        chain_rpc_url: String = "";
        /// true asks 1000000 units for every call instead of the calculated amount.
        x402_flat_price: bool = false;
    }
    "People" {
        /// Hours after which a sign-in ends.
        sign_in_lasts_hours: u64 = 168u64;
        /// Hours without a visit after which it ends before that.
        sign_in_idle_hours: u64 = 12u64;
        /// Wrong passwords a minute for one name from one network before that network has to wait with it; as many of
        /// one network, or for one name, before either is slowed.
        sign_in_tries_per_minute: u64 = 10u64;
        /// true: operators can do nothing as such before they have set up a second factor.
        operators_need_second_factor: bool = false;
    }
    "Reading" {
        /// Threads that read documents (sentiment, companies, categories); 0: one for each core.
        reading_threads: u64 = 0u64;
    }
    "Collecting" {
        /// true: serve asks every source when it is due. The demo never does.
        collect: bool = true;
        /// Who runs this and how to reach them, for the user agent, such as Example Ltd ops@example.com. Without it
        /// no filings are fetched: the SEC wants to know who asks.
        collect_contact: String = "";
        /// Whether the sources compiled in are asked.
        collect_defaults: bool = true;
        /// TOML file with further sources, in the form of the lists compiled in; empty: none.
        collect_catalog: String = "";
        /// Folder of earnings-call transcripts, looked through now and then; empty: none.
        collect_calls_dir: String = "";
        /// Whether the page behind a summary is fetched, where robots.txt allows it.
        collect_full_text: bool = true;
        /// Outgoing connections at once.
        collect_connections: u64 = 64u64;
        /// Outgoing connections to one host at once.
        collect_host_connections: u64 = 2u64;
        /// Milliseconds between the starts of two requests to one host.
        collect_host_gap_ms: u64 = 1_000u64;
        /// Seconds within which a source must have answered.
        collect_timeout_s: u64 = 30u64;
        /// Mebibytes that one document of a source may decode to, over all that is made of it; a poll may four times this.
        collect_document_mib: u64 = 160u64;
        /// Elements, attributes and JSON values that one document may hold; a poll may read four times this.
        collect_document_nodes: u64 = 2_000_000u64;
        /// Seconds that reading one document may take; a poll may take six times this.
        collect_document_s: u64 = 20u64;
        /// The least seconds between two polls of a source.
        collect_min_interval_s: u64 = 300u64;
        /// The most seconds between two polls of a source, unless it asks for more.
        collect_max_interval_s: u64 = 21_600u64;
        /// true: sources may lie on loopback, private and link-local addresses.
        collect_private_addresses: bool = false;
    }
    "Alerts" {
        /// Days for which events and the log of their deliveries are kept.
        events_kept_days: u64 = 90u64;
        /// Seconds within which an endpoint must have answered a webhook.
        webhook_timeout_s: u64 = 15u64;
        /// true: webhooks may be sent to loopback, private and link-local addresses.
        webhook_private_addresses: bool = false;
        /// Mail server: smtps://NAME:PASSWORD@HOST, smtp://HOST:587?tls=required, or smtp://HOST for one on this machine; no
        /// mail where it is empty.
        smtp_url: Secret = "";
        /// File that holds smtp_url.
        smtp_url_file: String = "";
        /// Who mail comes from: Bellwether <alerts@example.com>.
        mail_from: String = "";
        /// Streams (GET /v1/stream) that one account may hold open at once.
        streams_per_account: u64 = 20u64;
        /// Streams held open at once by all accounts together.
        stream_limit: u64 = 2_000u64;
    }
}

impl Config {
    /// Where the service is reached from outside, without a slash at the end.
    pub fn public_base(&self) -> String {
        match self.public_url.trim_end_matches('/') {
            "" => format!("http://{}", self.listen),
            url => url.to_owned(),
        }
    }

    pub fn data_dir(&self) -> PathBuf {
        PathBuf::from(&self.data_dir)
    }

    pub fn index_dir(&self) -> PathBuf {
        self.data_dir().join("index")
    }

    pub fn reading_threads(&self) -> usize {
        match self.reading_threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n.min(256) as usize,
        }
    }

    /// Defaults, then file, then environment, then flags; each error names where it stands.
    pub fn load(flags: &Flags, environment: &BTreeMap<String, String>) -> anyhow::Result<Config> {
        let mut config = Config::default();
        if let Some(file) = settings_file(flags) {
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("the settings file {} cannot be read", file.display()))?;
            config.apply_file(&text).with_context(|| format!("in the settings file {}", file.display()))?;
        }
        for name in Config::NAMES {
            let variable = format!("BELLWETHER_{}", name.to_uppercase());
            if let Some(value) = environment.get(&variable) {
                config
                    .set(name, value)
                    .map_err(|why| anyhow::anyhow!("environment variable {variable}: {why}"))?;
            }
        }
        for (name, value) in flags.given() {
            let flag = name.replace('_', "-");
            if Config::is_secret(name) {
                bail!(
                    "flag --{flag}: a secret is never a flag, since everybody on the machine can read it there; set \
                     BELLWETHER_{} or --{flag}-file instead",
                    name.to_uppercase()
                );
            }
            config.set(name, value).map_err(|why| anyhow::anyhow!("flag --{flag}: {why}"))?;
        }
        config.read_secret_files()?;
        config.check()?;
        Ok(config)
    }

    fn read_secret_files(&mut self) -> anyhow::Result<()> {
        for (name, file, secret) in [
            ("database_url", &self.database_url_file, &mut self.database_url),
            ("key_pepper", &self.key_pepper_file, &mut self.key_pepper),
            ("facilitator_secret", &self.facilitator_secret_file, &mut self.facilitator_secret),
            ("smtp_url", &self.smtp_url_file, &mut self.smtp_url),
            ("s3_secret_key", &self.s3_secret_key_file, &mut self.s3_secret_key),
        ] {
            if file.is_empty() {
                continue;
            }
            if !secret.is_empty() {
                bail!("{name} and {name}_file: give one of them");
            }
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("{name}_file: {file} cannot be read"))?;
            *secret = text.trim_end().into();
        }
        Ok(())
    }

    fn apply_file(&mut self, text: &str) -> anyhow::Result<()> {
        let table: toml::Table = toml::from_str(text).context("not valid TOML")?;
        for (name, value) in table {
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(flag) => flag.to_string(),
                toml::Value::Float(number) => number.to_string(),
                _ => bail!("{name}: a text, a number or true/false is expected"),
            };
            self.set(&name, &text).map_err(|why| anyhow::anyhow!("{name}: {why}"))?;
        }
        Ok(())
    }

    fn check(&self) -> anyhow::Result<()> {
        for (name, address) in [("listen", &self.listen), ("metrics_listen", &self.metrics_listen)] {
            if !address.is_empty() && address.parse::<std::net::SocketAddr>().is_err() {
                bail!("{name}: {address:?} is not an address and port such as 127.0.0.1:8080");
            }
        }
        if self.node_role != Role::All && self.database_url.is_empty() {
            bail!(
                "node_role: {} shares a Postgres store with others; set database_url, or use all, which the embedded store needs",
                self.node_role
            );
        }
        if !matches!(self.log_format.as_str(), "human" | "json") {
            bail!("log_format: {:?} is neither human nor json", self.log_format);
        }
        if !self.public_url.is_empty() && !self.public_url.starts_with("http") {
            bail!("public_url: {:?} does not begin with http:// or https://", self.public_url);
        }
        if self.key_cache_ms > 1000 {
            bail!("key_cache_ms: {} is too large; the most is 1000", self.key_cache_ms);
        }
        if !self.client_address_header.is_empty()
            && http::HeaderName::from_bytes(self.client_address_header.as_bytes()).is_err()
        {
            bail!("client_address_header: {:?} is not the name of a header", self.client_address_header);
        }
        for (name, value, least) in [
            ("body_limit_bytes", self.body_limit_bytes, 1024),
            ("header_limit_bytes", self.header_limit_bytes, 8192),
            ("answer_timeout_s", self.answer_timeout_s, 1),
            ("export_timeout_s", self.export_timeout_s, 1),
            ("header_timeout_s", self.header_timeout_s, 1),
            ("first_byte_timeout_s", self.first_byte_timeout_s, 1),
            ("body_timeout_s", self.body_timeout_s, 1),
            ("idle_timeout_s", self.idle_timeout_s, 1),
            ("connection_limit", self.connection_limit, 1),
            ("connection_limit_per_address", self.connection_limit_per_address, 1),
            ("store_readers", self.store_readers, 1),
            ("index_memory_mib", self.index_memory_mib, 16),
            ("index_poll_ms", self.index_poll_ms, 10),
            ("rate_free", self.rate_free, 1),
            ("rate_registered", self.rate_registered, 1),
            ("rate_subscription", self.rate_subscription, 1),
            ("rate_keyless", self.rate_keyless, 1),
            ("rate_pages", self.rate_pages, 1),
            ("failed_keys_per_minute", self.failed_keys_per_minute, 1),
            ("sign_in_lasts_hours", self.sign_in_lasts_hours, 1),
            ("sign_in_idle_hours", self.sign_in_idle_hours, 1),
            ("sign_in_tries_per_minute", self.sign_in_tries_per_minute, 1),
            ("collect_connections", self.collect_connections, 1),
            ("collect_host_connections", self.collect_host_connections, 1),
            ("collect_timeout_s", self.collect_timeout_s, 1),
            ("collect_document_mib", self.collect_document_mib, 1),
            ("collect_document_nodes", self.collect_document_nodes, 1),
            ("collect_document_s", self.collect_document_s, 1),
            ("collect_min_interval_s", self.collect_min_interval_s, 1),
        ] {
            if value < least {
                bail!("{name}: {value} is too small; the least is {least}");
            }
        }
        Ok(())
    }
}

fn settings_file(flags: &Flags) -> Option<PathBuf> {
    let here = Path::new("bellwether.toml");
    flags.config.clone().or_else(|| here.exists().then(|| here.to_owned()))
}

fn unknown_setting(name: &str) -> String {
    format!("there is no setting {name:?}; config.example.toml lists them all")
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
