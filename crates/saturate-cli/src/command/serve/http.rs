//! The routes, and what is refused.
//!
//! The pages run programs, so only our own pages may ask for it:
//!
//! - `Host` must name the loopback address and our port: a name that somebody else's DNS points here is refused.
//! - A request that says where it comes from (`Origin`, `Sec-Fetch-Site`) must come from us; a link from elsewhere
//!   may open the page itself.
//! - Computations are asked for with `POST` and `application/json`, which no form of another page can send.
//! - Bodies are at most [`MAX_BODY`] bytes, and must arrive within [`PATIENCE`].
//! - Nothing of us may be framed or loaded by other pages, and our pages load nothing but from us.

use super::examples;
use super::explore::Request as Exploration;
use super::folder::Folder;
use super::jobs::{Ended, Jobs};
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::Router;
use saturate_report as report;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of a request's body.
const MAX_BODY: usize = 1_000_000;
/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

const TOO_LARGE: &str = "program and rules may have one megabyte";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Server {
    port: u16,
    folder: Option<Folder>,
    jobs: Arc<Jobs>,
}

/// All routes, behind all checks.
pub fn router(port: u16, folder: Option<Folder>, jobs: Arc<Jobs>) -> Router {
    let server = Arc::new(Server { port, folder, jobs });
    let script = "text/javascript; charset=utf-8";
    let style = "text/css; charset=utf-8";
    Router::new()
        .route(
            "/",
            get(|| {
                asset(
                    "text/html; charset=utf-8",
                    include_str!("assets/explorer.html"),
                )
            }),
        )
        .route(
            "/explorer.js",
            get(move || asset(script, include_str!("assets/explorer.js"))),
        )
        .route(
            "/explorer.css",
            get(move || asset(style, include_str!("assets/explorer.css"))),
        )
        .route("/report.js", get(move || asset(script, report::script())))
        .route("/report.css", get(move || asset(style, report::STYLE)))
        .route("/api/menu", get(menu))
        .route("/api/open", get(open))
        .route("/api/explore", post(explore))
        .fallback(|| async { refuse(StatusCode::NOT_FOUND, "there is nothing here") })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(server.clone(), protect))
        .with_state(server)
}

/// An error as JSON.
fn refuse(status: StatusCode, why: &str) -> Response {
    (
        status,
        [(header::CONTENT_TYPE, "application/json")],
        json!({ "error": why }).to_string(),
    )
        .into_response()
}

fn answer(value: &impl serde::Serialize) -> Response {
    match serde_json::to_string(value) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

async fn asset(kind: &'static str, text: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, kind)], text.into()).into_response()
}

/// Refuses what does not come from us, and tells browsers what our answers may be used for.
async fn protect(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&server, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err((status, why)) => refuse(status, why),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (
            header::HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            header::HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admit(
    server: &Server,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), (StatusCode, &'static str)> {
    let text =
        |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let port = server.port;
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let is_ours = host.is_some_and(|host| names.iter().any(|name| name.eq_ignore_ascii_case(host)));
    // In the other form of a request the address has a host, too.
    if !is_ours || hosts.next().is_some() || uri.authority().is_some() {
        return Err((
            StatusCode::FORBIDDEN,
            "this server answers to its own address only",
        ));
    }
    let is_page = method == Method::GET && uri.path() == "/";
    let foreign = text(header::ORIGIN).is_some_and(|origin| {
        let host = origin.strip_prefix("http://");
        !host.is_some_and(|host| names.iter().any(|name| name == host))
    });
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    let elsewhere = site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
    let opened =
        is_page && text(header::HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
    if foreign || elsewhere && !opened {
        return Err((StatusCode::FORBIDDEN, "other pages have no access"));
    }
    Ok(())
}

async fn menu(State(server): State<Arc<Server>>) -> Response {
    let listed = tokio::task::spawn_blocking({
        let server = server.clone();
        move || server.folder.as_ref().map(Folder::list)
    });
    let (files, more) = listed.await.ok().flatten().unwrap_or_default();
    let examples: Vec<&str> = examples::names().collect();
    let library: Vec<&str> = saturate::rules::library::names().collect();
    answer(&json!({ "examples": examples, "files": files, "more": more, "library": library }))
}

/// A program by name: `?example=NAME` or `?file=PATH`.
async fn open(State(server): State<Arc<Server>>, uri: Uri) -> Response {
    let nothing = || refuse(StatusCode::NOT_FOUND, "there is no such program");
    let Some((kind, name)) = uri.query().and_then(|query| query.split_once('=')) else {
        return nothing();
    };
    let Some(name) = percent_decode(name) else {
        return nothing();
    };
    let found = match kind {
        "example" => examples::example(&name),
        "file" => {
            let read =
                tokio::task::spawn_blocking(move || server.folder.as_ref()?.read(&name).ok());
            read.await.ok().flatten().map(|text| examples::split(&text))
        }
        _ => None,
    };
    found.map_or_else(nothing, |project| answer(&project))
}

/// A name as it was before a browser wrote it into an address.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// What a page sends, besides the program and the rules.
#[derive(Deserialize)]
struct Page {
    page: String,
    #[serde(flatten)]
    _exploration: Exploration,
}

/// Refuses a computation by what its headers say, without reading it.
fn admit_body(headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let kind = text(header::CONTENT_TYPE).and_then(|kind| kind.split(';').next());
    if kind.map(str::trim) != Some("application/json") {
        let why = "expected application/json";
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let length = text(header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    if length.is_some_and(|length: u64| length > MAX_BODY as u64) {
        return Err((StatusCode::PAYLOAD_TOO_LARGE, TOO_LARGE));
    }
    Ok(())
}

async fn explore(State(server): State<Arc<Server>>, request: Request) -> Response {
    if let Err((status, why)) = admit_body(request.headers()) {
        return refuse(status, why);
    }
    let body = match tokio::time::timeout(PATIENCE, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(refused)) if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return refuse(StatusCode::PAYLOAD_TOO_LARGE, TOO_LARGE)
        }
        Ok(Err(_)) => return refuse(StatusCode::BAD_REQUEST, "the request is not complete"),
        Err(_) => return refuse(StatusCode::REQUEST_TIMEOUT, "the request did not arrive"),
    };
    let page = match serde_json::from_slice::<Page>(&body) {
        Ok(page) if page.page.len() <= 64 => page.page,
        Ok(_) => return refuse(StatusCode::BAD_REQUEST, "the name of the page is too long"),
        Err(error) => {
            return refuse(
                StatusCode::BAD_REQUEST,
                &format!("the request is not valid: {error}"),
            )
        }
    };
    match server.jobs.run(&page, &body).await {
        Ok(answer) => ([(header::CONTENT_TYPE, "application/json")], answer).into_response(),
        Err(Ended::Superseded) => refuse(
            StatusCode::CONFLICT,
            "a newer computation has taken its place",
        ),
        Err(Ended::Late) => refuse(
            StatusCode::GATEWAY_TIMEOUT,
            "the computation took too long and was ended",
        ),
        Err(Ended::Failed(why)) => refuse(
            StatusCode::INTERNAL_SERVER_ERROR,
            &format!("the computation did not come to its end: {why}"),
        ),
    }
}
