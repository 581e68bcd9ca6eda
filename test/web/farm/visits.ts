import type { SiteUnreachable, WebRequest } from '#shared/web/web.ts';

type End = 'refused' | SiteUnreachable['reason'] | number;
type Visit = { url: string; end: End; kind?: WebRequest['kind'] };

const site = (name: string, end: End, kind?: WebRequest['kind']): Visit => ({
  url: `http://${name}.example.com/`,
  end,
  ...(kind && { kind }),
});

const literals = [
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://①②⑦.⓪.⓪.①/',
  'http://１２７。０。０。１/',
  'http://127%2e0%2e0%2e1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1%25lo]/',
  'http://[fd00:ec2::254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://100.100.100.200/',
  'http://93.184.215.14/',
  'https://[2606:2800:21f:cb07::1]/',
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://localhost.localdomain/',
  'http://router/',
  'http://printer.local/',
  'http://vault.internal/',
  'http://app.localhost/',
  'http://nas.home.arpa/',
  'http://1.0.0.127.in-addr.arpa/',
  'http://hidden.onion/',
  'http://site.test/',
  'http://site.invalid/',
  'http://site.corp/',
  'http://site.example/',
  'http://metadata.google.internal/',
  'http://good.example.com./',
  'http://good..example.com/',
  'http://-good.example.com/',
  'http://good.example.com:80@127.0.0.1/',
  'http://me@good.example.com/',
  'http://me:secret@good.example.com/',
  'http://good.example.com:8080/',
  'https://good.example.com:80/',
  'http://good.example.com:22/',
  'ftp://good.example.com/',
  'file:///etc/passwd',
  'file://good.example.com/etc/passwd',
  'gopher://good.example.com/',
  'data:text/html,hello',
  'javascript:alert(1)',
  'blob:http://good.example.com/1',
  'view-source:http://good.example.com/',
  'good.example.com',
  '//good.example.com/',
  'http://',
  'http:///',
  '',
  ' ',
  `http://good.example.com/${'x'.repeat(3000)}`,
  `http://${'x'.repeat(64)}.example.com/`,
].map((url): Visit => ({ url, end: 'refused' }));

const names = [
  'inner this-machine any link six mapped-six unique mixed mixed-six'.split(' ').map((name) => site(name, 'refused')),
  [site('nowhere', 'no_such_host'), site('no-answer', 'timeout'), site('closed', 'no_answer')],
].flat();

const redirects: Visit[] = [
  ...'metadata loopback loopback-six mapped decimal internal local file gopher port user no-address'
    .split(' ')
    .map((name) => site(name, 'refused')),
  site('loop', 'too_many_redirects'),
  site('endless', 'too_many_redirects'),
  { url: 'http://chain.example.com/5', end: 200 },
  { url: 'http://chain.example.com/6', end: 'too_many_redirects' },
  site('rebinding', 'refused'),
  { url: 'https://downgrade.example.com/', end: 'refused' },
  { url: 'http://upgrade.example.com/', end: 200 },
  site('flooding-redirect', 200),
  site('cookies', 200),
];

const bodies: Visit[] = [
  ...'good gzipped brotli deflated chunked says-less'.split(' ').map((name) => site(name, 200)),
  site('gone', 410),
  site('empty', 204),
  site('picture', 200, 'image'),
  site('picture', 'too_large'),
  site('bomb-gzip', 'too_large'),
  site('bomb-gzip', 'broken', 'image'),
  site('bomb-deflate', 'too_large'),
  site('bomb-br', 'too_large'),
  site('bomb-br', 'broken', 'image'),
  ...'bomb-nested bomb-in-bomb unknown-encoding named-like-a-method no-gzip cut-gzip says-two drip-early flood-early switches babble smuggled'
    .split(' ')
    .map((name) => site(name, 'broken')),
  ...'flood flood-gzip flood-chunks flood-tiny-chunks flood-headers large says-large huge-header'
    .split(' ')
    .map((name) => site(name, 'too_large')),
  site('flood', 'too_large', 'image'),
  site('large-picture', 'too_large', 'image'),
  ...'flood-trailers flood-extensions says-more hangup reset reset-body'.split(' ').map((name) => site(name, 'no_answer')),
  ...'drip-body drip-head silent'.split(' ').map((name) => site(name, 'timeout')),
];

const secure: Visit[] = [
  { url: 'https://secure.example.com/', end: 200 },
  ...['unknown', 'other', 'expired'].map((name): Visit => ({ url: `https://${name}.example.com/`, end: 'broken' })),
  { url: 'https://silent-handshake.example.com/', end: 'timeout' },
];

export const visits = { literals, names, redirects, bodies, secure };
