//! The fixtures, by the names and with the contents that the suite looks for; everything else is answered by our own server.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ContentBlock, GetPromptRequestParams, GetPromptResponse, GetPromptResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, Prompt, PromptArgument, PromptMessage, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Role,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value, json};
use tools::ToolServer;

#[derive(Clone)]
pub struct Fixtures {
    pub own: ToolServer,
}

/// One red point as PNG.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/// A WAV file of no length.
const SOUND: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const TOOLS: [&str; 7] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_progress",
];

fn tool(name: &'static str) -> Tool {
    let schema = json!({"type": "object", "properties": {}}).as_object().cloned().unwrap_or_default();
    Tool::new(name, "A fixture of the conformance suite.", Arc::new(schema))
}

async fn call(name: &str, context: &RequestContext<RoleServer>) -> Option<CallToolResult> {
    let picture = || ContentBlock::image(PICTURE, "image/png");
    let text = ContentBlock::text;
    Some(match name {
        "test_simple_text" => {
            CallToolResult::success(vec![text("This is a simple text response for testing.")])
        }
        "test_image_content" => CallToolResult::success(vec![picture()]),
        "test_audio_content" => CallToolResult::success(vec![ContentBlock::audio(SOUND, "audio/wav")]),
        "test_embedded_resource" => CallToolResult::success(vec![ContentBlock::resource(
            ResourceContents::text("This is an embedded resource content.", "test://embedded-resource"),
        )]),
        "test_multiple_content_types" => {
            let resource =
                ResourceContents::text(r#"{"test":"data","value":123}"#, "test://mixed-content-resource");
            let resource = ContentBlock::resource(resource.with_mime_type("application/json"));
            CallToolResult::success(vec![text("Multiple content types test:"), picture(), resource])
        }
        "test_error_handling" => {
            CallToolResult::error(vec![text("This tool intentionally returns an error for testing")])
        }
        "test_tool_with_progress" => {
            for part in [0.0, 50.0, 100.0] {
                if let Some(token) = context.meta.get_progress_token() {
                    let note = ProgressNotificationParam::new(token, part).with_total(100.0);
                    let _ = context.peer.notify_progress(note).await;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            CallToolResult::success(vec![text("done")])
        }
        _ => return None,
    })
}

fn read(uri: &str) -> Option<ResourceContents> {
    match uri {
        "test://static-text" => {
            Some(ResourceContents::text("This is the content of the static text resource.", uri))
        }
        "test://static-binary" => Some(ResourceContents::blob(PICTURE, uri).with_mime_type("image/png")),
        _ => {
            let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
            let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
            Some(ResourceContents::text(data.to_string(), uri).with_mime_type("application/json"))
        }
    }
}

/// Each with the names of its arguments.
const PROMPTS: [(&str, &[&str]); 4] = [
    ("test_simple_prompt", &[]),
    ("test_prompt_with_arguments", &["arg1", "arg2"]),
    ("test_prompt_with_embedded_resource", &["resourceUri"]),
    ("test_prompt_with_image", &[]),
];

fn prompt((name, arguments): (&str, &[&str])) -> Prompt {
    let argument = |name: &&str| PromptArgument::new(*name).with_required(true);
    let arguments = arguments.iter().map(argument).collect();
    Prompt::new(name, Some("A fixture of the conformance suite."), Some(arguments))
}

fn said(name: &str, given: &Map<String, Value>) -> Option<Vec<PromptMessage>> {
    let argument = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default();
    let by_user = |content: ContentBlock| PromptMessage::new(Role::User, content);
    let text = |text: &str| by_user(ContentBlock::text(text));
    Some(match name {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments" => {
            let words =
                format!("Prompt with arguments: arg1='{}', arg2='{}'", argument("arg1"), argument("arg2"));
            vec![text(&words)]
        }
        "test_prompt_with_embedded_resource" => {
            let resource =
                ResourceContents::text("Embedded resource content for testing.", argument("resourceUri"));
            vec![
                by_user(ContentBlock::resource(resource)),
                text("Please process the embedded resource above."),
            ]
        }
        "test_prompt_with_image" => {
            vec![by_user(ContentBlock::image(PICTURE, "image/png")), text("Please analyze the image above.")]
        }
        _ => return None,
    })
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        self.own.get_info()
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.own.list_tools(page, context).await?;
        listed.tools.extend(TOOLS.map(tool));
        Ok(listed)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        TOOLS.into_iter().find(|known| *known == name).map(tool).or_else(|| self.own.get_tool(name))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match call(&request.name, &context).await {
            Some(result) => Ok(result.into()),
            None => self.own.call_tool(request, context).await,
        }
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut listed = self.own.list_resources(page, context).await?;
        let own = ["static-text", "static-binary"].map(|name| Resource::new(format!("test://{name}"), name));
        listed.resources.extend(own);
        Ok(listed)
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut listed = self.own.list_resource_templates(page, context).await?;
        listed.resource_templates.push(ResourceTemplate::new("test://template/{id}/data", "template"));
        Ok(listed)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match read(&request.uri) {
            Some(contents) => Ok(ReadResourceResult::new(vec![contents]).into()),
            None => self.own.read_resource(request, context).await,
        }
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut listed = self.own.list_prompts(page, context).await?;
        listed.prompts.extend(PROMPTS.map(prompt));
        Ok(listed)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match said(&request.name, request.arguments.as_ref().unwrap_or(&Map::new())) {
            Some(messages) => Ok(GetPromptResult::new(messages).into()),
            None => self.own.get_prompt(request, context).await,
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.own.complete(request, context).await
    }
}
