//! The protocol over standard input and output, for one person's own machine.

use std::sync::Arc;

use interface::App;
use rmcp::ServiceExt;
use rmcp::transport::stdio;

use crate::server::ToolServer;

/// Answers until the other side closes standard input.
pub async fn serve_stdio(app: Arc<App>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let running = ToolServer::new(app).serve(stdio()).await?;
    running.waiting().await?;
    Ok(())
}
