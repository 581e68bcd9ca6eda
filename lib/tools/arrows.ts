import { dirname, join } from 'node:path';

export type Arrow = { from: string; to: string };

const kit: Record<string, readonly string[]> = {
  values: ['log'],
  log: [],
  env: ['messages', 'values'],
  secrets: ['values'],
  files: ['values'],
  store: ['values', 'log'],
  messages: ['values', 'log'],
  limits: ['aws', 'store', 'values'],
  tasks: ['aws', 'store', 'messages', 'values', 'log'],
  vendors: ['store', 'values', 'env', 'log'],
  llm: ['aws', 'vendors', 'store', 'values', 'env', 'secrets', 'log'],
  web: ['aws', 'values', 'env'],
  aws: ['store', 'messages', 'values', 'env', 'secrets', 'log'],
  worker: ['aws', 'store', 'messages', 'limits', 'tasks', 'values', 'log'],
};

const capabilities: Record<string, readonly string[]> = {
  activity: [],
  accounts: ['activity'],
  'api-keys': ['clicks', 'destinations'],
  ads: [],
  operators: ['activity', 'accounts', 'conversions'],
  licences: ['activity', 'accounts'],
  mail: ['accounts'],
  billing: ['accounts'],
  notifications: ['accounts'],
  'assistant-ads': ['spend', 'accounts'],
  credits: ['licences', 'accounts'],
  prompts: ['ads'],
  competitors: ['credits', 'ads', 'accounts'],
  'keyword-plans': ['competitors', 'credits', 'accounts'],
  clicks: [],
  consent: [],
  destinations: ['consent'],
  conversions: ['api-keys', 'clicks', 'consent', 'destinations'],
  adjustments: ['activity', 'conversions', 'api-keys'],
  'event-log': ['conversions', 'consent', 'destinations', 'clicks', 'api-keys'],
  reports: ['event-log', 'conversions', 'api-keys'],
  coverage: ['reports', 'conversions', 'destinations', 'consent', 'clicks', 'api-keys'],
  funnels: ['reports', 'event-log', 'conversions'],
  cells: ['reports', 'event-log', 'conversions', 'consent', 'clicks', 'api-keys'],
  reclassification: ['accounts', 'event-log', 'conversions', 'clicks', 'api-keys'],
  traffic: ['performance', 'cells', 'event-log', 'conversions', 'consent', 'clicks', 'api-keys'],
  spend: ['activity', 'api-keys', 'conversions'],
  orders: ['conversions'],
  'order-sources': ['orders', 'conversions', 'api-keys'],
  reconciliation: ['orders', 'adjustments', 'cells', 'spend', 'event-log', 'conversions', 'clicks', 'api-keys', 'activity'],
  performance: ['cells', 'spend', 'reports', 'clicks'],
  'site-check': ['clicks'],
  backup: ['accounts', 'cells', 'destinations', 'event-log'],
  canary: ['activity', 'accounts', 'api-keys', 'mail', 'conversions', 'event-log', 'reports', 'cells'],
  search: ['prompts', 'accounts'],
  deliveries: [],
  webhooks: ['deliveries', 'event-log', 'conversions', 'api-keys', 'accounts'],
  outbox: [
    'activity',
    'webhooks',
    'mail',
    'licences',
    'competitors',
    'notifications',
    'accounts',
    'api-keys',
    'deliveries',
    'destinations',
    'event-log',
    'clicks',
    'conversions',
    'spend',
    'reconciliation',
    'keyword-plans',
    'assistant-ads',
    'registry',
  ],
};

// The registry is composed of what the capabilities declare.
const declaring = Object.keys(capabilities).filter((name) => name !== 'outbox');
capabilities.registry = declaring;

const http = ['activity', 'accounts', 'api-keys', 'operators'];

const folders: Record<string, readonly string[]> = {
  '': ['', 'store', 'vendors', 'rules', 'grants', 'items'],
  items: ['rules'],
  grants: ['grants', '', 'store', 'rules', 'items'],
  store: ['store', 'rules', 'items'],
  vendors: ['vendors', 'rules', ''],
  rules: ['rules'],
};

const walls: Record<string, Record<string, readonly string[]>> = {
  accounts: {
    codes: [],
    deletion: [],
    profile: [],
    registration: ['profile'],
    'second-factor': [],
    'sign-in': ['second-factor'],
  },
};

/** A folder with the names of one sender or network. Connectors import no other connector; `index` lists them. */
const connectors: Record<string, { index: string; kinds: readonly string[] }> = {
  'order-sources': { index: 'kinds.ts', kinds: ['stripe'] },
};

const consoleAreas = [
  'account',
  'assistant',
  'books',
  'channels',
  'competitors',
  'destinations',
  'events',
  'funnel',
  'keys',
  'keywords',
  'links',
  'operators',
  'overview',
  'palette',
  'performance',
  'sign-in',
  'spend',
  'start',
  'traffic',
  'webhooks',
].map((area) => `web/console/${area}`);
const consoleGround = ['web/console/core', 'web/console/kit', 'shared/values/csv.ts'];
const consoleTypes = ['functions/groups.ts', 'shared/http/client.ts'];

const engineExports = ['index', 'threads', 'from-dynoxide'].map((name) => `packages/dynamo-sqlite/src/${name}.ts`);
const packagesForTests = ['packages/node', 'packages/cli', ...engineExports];

const rooms: Record<string, readonly string[]> = {
  bin: ['lib', 'functions', 'shared'],
  'lib/cloud': ['functions', 'shared'],
  'lib/local': [
    'functions',
    'shared',
    // The local and the cloud host share the service's description and the console's policy.
    ...['functions', 'service-description', 'settings', 'console-policy'].map((name) => `lib/cloud/${name}.ts`),
    'lib/tools/console-build.ts',
    ...engineExports,
    // The demo shop uses the same snippet as a customer's shop.
    'web/snippets/express.ts',
  ],
  'lib/ops': ['lib/cloud', 'lib/local', 'functions', 'shared', ...engineExports],
  'lib/tools': ['lib/cloud', 'lib/local', 'functions', 'shared', ...engineExports],
  functions: ['shared', 'functions/api/mcp/endpoints.ts'],
  // The MCP server and the command line share the tools for assistants.
  'functions/api/mcp': ['shared', 'packages/cli/src/mcp'],
  shared: [],
  'web/console/app': consoleAreas.concat(consoleGround),
  ...Object.fromEntries(consoleAreas.map((area) => [area, consoleGround])),
  'web/console/core': consoleTypes,
  'web/console/operators': [...consoleGround, ...consoleTypes],
  'web/console/books': [...consoleGround, 'shared/orders/rules/order-columns.ts', 'shared/files/file-text.ts'],
  'web/console/kit': [...consoleGround, 'shared/conversions/rules/landing-parameters.ts', 'shared/files'],
  'web/console/spend': [...consoleGround, 'shared/files'],
  'web/pixel': [
    'shared/conversions/rules',
    'shared/consent/rules',
    'shared/clicks/rules/click-parameters.ts',
    'shared/clicks/rules/landing-source.ts',
  ],
  'web/snippets': [],
  // Customers install a package alone, so it imports nothing of the service.
  'packages/node': ['web/snippets'],
  // `adtrail check` judges local pages as the service judges public pages.
  'packages/cli': ['packages/node', 'shared/site-check/rules', 'shared/web/this-machine.ts'],
  'packages/dynamo-sqlite': [],
  'packages/dynamo-sqlite/test': ['packages/dynamo-sqlite/src', 'test/dynoxide', 'test/local/temporary-folder.ts', 'test/kit/until.ts'],
  examples: [],
  'test/kit': [
    'bin',
    'lib',
    'functions',
    'shared',
    'web',
    ...packagesForTests,
    'test/dynoxide',
    'packages/dynamo-sqlite/src/conditions.ts',
  ],
  test: ['test/kit', 'bin', 'lib', 'functions', 'shared', 'web', ...packagesForTests],
};
const roomNames = Object.keys(rooms).sort((a, b) => b.length - a.length);

const isWithin = (path: string, place: string) =>
  path === place || path.startsWith(`${place}/`) || (place.includes('*') && new RegExp(`^${place.replace('*', '[^/]+')}$`).test(path));
const roomOf = (file: string) => roomNames.find((name) => isWithin(file, name));

const partOf = (file: string) => file.split('/')[1]?.replace(/\.ts$/, '') ?? '';
// Rules and the store use the errors and the kinds of their capability.
const declared: Record<string, string> = { 'items.ts': 'items', 'errors.ts': 'rules' };
function placeOf(file: string) {
  const [part = '', ...rest] = file.split('/').slice(1, -1);
  if (connectors[part]?.kinds.includes(rest[0] ?? '')) return { wall: rest[0] ?? '', folder: 'vendors' };
  const wall = rest[0] && walls[part]?.[rest[0]] ? rest[0] : '';
  const folder = declared[file.split('/').at(-1) ?? ''] ?? rest[wall ? 1 : 0] ?? '';
  return { wall, folder };
}
const functionOf = (file: string) => file.split('/').slice(1, 3).join('/');

const isWithinFunctions = (from: string, to: string) =>
  [from, to].some((file) => file.split('/').length === 2) ||
  /^functions\/api\/[^/]+$/.test(to) ||
  functionOf(from) === functionOf(to) ||
  (from.startsWith('functions/http/') && to.startsWith('functions/api/'));

const signedClient = /^shared\/aws\/(signed-|s3-|bucket-at|object-stores|context|sending)/;

export function forbidden({ from, to }: Arrow): string | null {
  const [above, below] = [roomOf(from), roomOf(to)];
  const no = (why: string) => `${from} -> ${to}: ${why}`;
  if (to.startsWith('@aws-sdk/')) {
    const sendsMail = to === '@aws-sdk/client-sesv2' && /^shared\/(aws|\w[\w-]*\/vendors)\//.test(from);
    const isOfFunctions = above?.startsWith('functions') || above === 'shared';
    return sendsMail || !isOfFunctions ? null : no('a function uses the SDK to mail, and for nothing else');
  }
  if ((above === 'bin' || above === 'lib/ops') && signedClient.test(to)) return no('a command-line tool calls AWS through lib/ops/aws');
  if (!above && /^(lib|web|packages)\//.test(from)) return no('this folder has no room in lib/tools/arrows.ts');
  if (!above || !below) return null;
  if (above !== below) return rooms[above]?.some((place) => isWithin(to, place)) ? null : no(`${above} does not import ${below}`);
  if (above.startsWith('functions')) return isWithinFunctions(from, to) ? null : no('a function imports no other function');
  if (above !== 'shared') return null;
  const [part, other] = [partOf(from), partOf(to)];
  if (part === other) {
    if (!(part in capabilities)) return null;
    const [place, target] = [placeOf(from), placeOf(to)];
    if (from === `shared/${part}/${connectors[part]?.index}` && target.wall) return null;
    if (!['', place.wall, ...(walls[part]?.[place.wall] ?? [])].includes(target.wall))
      return no(`${part}/${place.wall} does not import ${target.wall}`);
    return folders[place.folder]?.includes(target.folder) ? null : no('root -> store, vendors -> rules');
  }
  if (part in kit) return kit[part]?.includes(other) ? null : no(`${part} does not import ${other}`);
  if (other in kit) return null;
  if (placeOf(from).folder === 'items') return no('the kinds of a capability need the kit alone');
  const allowed = part === 'http' ? http : capabilities[part];
  return allowed?.includes(other) ? null : no(`${part} does not import ${other}`);
}

export function arrowsOf(files: ReadonlyMap<string, string>): Arrow[] {
  const specifiers = /(?:^|\n)\s*(?:import|export)(?:[^'";]*?\sfrom)?\s*'([^']+)'|\bimport\('([^']+)'/g;
  return [...files].flatMap(([from, text]) =>
    [...text.matchAll(specifiers)].map(([, named, loaded]) => {
      const name = named ?? loaded ?? '';
      if (name.startsWith('#')) return { from, to: name.slice(1) };
      return { from, to: name.startsWith('.') ? join(dirname(from), name) : name };
    }),
  );
}

export function circlesOf(arrows: readonly Arrow[]): string[][] {
  const next = new Map([...Map.groupBy(arrows, ({ from }) => from)].map(([from, of]) => [from, of.map(({ to }) => to)]));
  const circles: string[][] = [];
  const visited = new Set<string>();
  const walk = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file]);
    if (at >= 0 || visited.has(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...path, file]);
    visited.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return circles;
}
