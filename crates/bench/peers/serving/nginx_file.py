"""One answer as a file behind nginx: what can be sent at most when nothing has to be worked out."""

import pathlib
import shutil

import measuring

SETTINGS = """
worker_processes auto;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=16;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  default_type application/json;
  server {{ listen 127.0.0.1:{port}; location = /answer {{ alias {folder}/answer.json; }} }}
}}
"""


def start(answer, folder, port):
    """Serves these bytes as /answer."""
    nginx = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if not nginx:
        raise measuring.Missing("nginx is not installed (on Debian: apt-get install nginx-light)")
    folder = pathlib.Path(folder) / "nginx"
    folder.mkdir()
    (folder / "answer.json").write_bytes(answer)
    (folder / "nginx.conf").write_text(SETTINGS.format(folder=folder, port=port))
    server = measuring.Server("a file behind nginx", [nginx, "-p", folder, "-c", folder / "nginx.conf"], port, ready="/answer")
    server.disk_mb = measuring.disk_mb(folder / "answer.json")
    return server
