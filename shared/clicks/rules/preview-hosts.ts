/** Only the site's own people open previews of deployments, tunnels to a machine, and reserved names. */
const previewHosts = [
  /(?:^|\.)(?:local|localdomain|internal|intranet|lan|home\.arpa)$/,
  /^deploy-preview-\d+--/,
  /-git-[\w-]+\.vercel\.app$/,
  /^[0-9a-f]{8}\.[\w-]+\.pages\.dev$/,
  /^[\w-]+--[\w-]+\.(?:netlify\.app|web\.app|aem\.page|hlx\.page)$/,
  /\.(?:shopifypreview\.com|ngrok\.io|ngrok\.app|ngrok-free\.app|ngrok\.dev|loca\.lt|trycloudflare\.com)$/,
  /\.(?:gitpod\.io|app\.github\.dev|webcontainer\.io|csb\.app|stackblitz\.io|devtunnels\.ms)$/,
];

const privateHost =
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}|0\.0\.0\.0|\[(?:::1?|f[cde][\da-f]{2}:.*)\])$/;

/** Developers test on private hosts, so with a test key such a host is no preview. */
export const isPreviewHost = (hostname: string, isLive: boolean): boolean =>
  previewHosts.some((pattern) => pattern.test(hostname)) || (isLive && privateHost.test(hostname));
