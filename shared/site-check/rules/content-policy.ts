/** CSP 3 defines the directives. */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/** A page must pass all of its policies. */
export const policiesOf = (texts: readonly string[]): ContentPolicy[] =>
  texts
    .flatMap((text) => text.split(','))
    .map(policyOf)
    .filter((policy) => policy.size > 0);

function policyOf(text: string): ContentPolicy {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';').slice(0, 100)) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

export function allowsScript(
  policy: ContentPolicy,
  url: URL,
  page: URL,
  { nonce, byScript }: { nonce: string | null; byScript: boolean },
): boolean {
  const sources = policy.get('script-src-elem') ?? policy.get('script-src') ?? policy.get('default-src');
  if (!sources) return true;
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
  // With 'strict-dynamic', the hosts of a policy do not count.
  if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return byScript;
  return sources.some((source) => matches(source, url, page));
}

export function allowsRequest(policy: ContentPolicy, url: URL, page: URL): boolean {
  const sources = policy.get('connect-src') ?? policy.get('default-src');
  return !sources || sources.some((source) => matches(source, url, page));
}

function matches(source: string, url: URL, page: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*') return /^https?:$/.test(url.protocol);
  if (text === "'self'") return url.host === page.host && (url.protocol === page.protocol || url.protocol === 'https:');
  if (text.startsWith("'")) return false;
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, url);
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/.exec(text);
  if (!parts) return false;
  const [, scheme, host = '', port, path] = parts;
  if (!isScheme(scheme ? `${scheme}:` : page.protocol, url)) return false;
  const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname || host === '*';
  const ownPort = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isPort = port ? port === '*' || port === ownPort : url.port === '';
  if (!isHost || !isPort) return false;
  if (!path || path === '/') return true;
  const wantedPath = url.pathname.toLowerCase();
  return path.endsWith('/') ? wantedPath.startsWith(path) : wantedPath === path;
}

const isScheme = (scheme: string, { protocol }: URL) => protocol === scheme || (scheme === 'http:' && protocol === 'https:');
