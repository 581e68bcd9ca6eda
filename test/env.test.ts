import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkStageSettings, refuseMisspeltSettings } from '#lib/cloud/settings.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Need } from '#shared/aws/deps-of.ts';
import { envFrom, variables } from '#shared/env.ts';

const bases = Object.keys(variables).filter((name) => name.endsWith('_BASE_URL'));

describe('the base URL of a vendor', () => {
  it.each(bases)('%s is refused in plain http everywhere but on this machine', (name) => {
    const plain = { [name]: 'http://vendor.example/v1' };
    expect(() => envFrom({ ...plain, STAGE: 'prod' })).toThrow(`${name}: plain http`);
    expect(() => envFrom({ ...plain, STAGE: 'dev' })).toThrow(`${name}: plain http`);
    expect(envFrom({ ...plain, STAGE: 'local' })).toMatchObject(plain);
    expect(() => envFrom({ [name]: 'https://vendor.example/v1', STAGE: 'prod' })).not.toThrow();
  });

  it.each(bases)('%s has a default that every stage takes', (name) => {
    expect(envFrom({ STAGE: 'prod' })).toHaveProperty(name);
  });
});

it('every fault of the configuration is reported at once', () => {
  expect(() => envFrom({ LLM_BASE_URL: 'nowhere', KEY_CACHE_SECONDS: '90' })).toThrow(/LLM_BASE_URL.*KEY_CACHE_SECONDS/);
});

it('any port of an origin is allowed on this machine only', () => {
  const FRONT_END_ORIGINS = 'https://app.example, http://localhost:*';
  for (const STAGE of ['dev', 'prod'])
    expect(() => envFrom({ FRONT_END_ORIGINS, STAGE })).toThrow('FRONT_END_ORIGINS: * is for the local stage');
  const origins = ['https://app.example', 'http://localhost:*'];
  expect(envFrom({ FRONT_END_ORIGINS, STAGE: 'local' }).FRONT_END_ORIGINS).toEqual(origins);
  for (const wide of ['*', 'https://*.example', 'http://*:*', 'http://localhost:*/path'])
    expect(() => envFrom({ FRONT_END_ORIGINS: wide, STAGE: 'local' })).toThrow('may only replace a port');
});

it('host names are mapped on this machine only', () => {
  const SITE_HOSTS = '{"example":"http://127.0.0.1:8080"}';
  for (const STAGE of ['dev', 'prod']) expect(() => envFrom({ SITE_HOSTS, STAGE })).toThrow('SITE_HOSTS: for the local stage only');
  expect(envFrom({ SITE_HOSTS, STAGE: 'local' }).SITE_HOSTS).toEqual({ example: 'http://127.0.0.1:8080' });
  expect(envFrom({ STAGE: 'prod' }).SITE_HOSTS).toEqual({});
});

it('signed links lead to the service itself on this machine only', () => {
  const FILES_URL = 'https://files.example';
  for (const STAGE of ['dev', 'prod']) expect(() => envFrom({ FILES_URL, STAGE })).toThrow('FILES_URL: for the local stage only');
  expect(envFrom({ FILES_URL, STAGE: 'local' }).FILES_URL).toBe(FILES_URL);
});

it('countries of phones are named in prod where codes are sent to phones', () => {
  const sending = { STAGE: 'prod', MESSAGING_PHONE_NUMBER_ID: '1' };
  expect(() => envFrom(sending)).toThrow('PHONE_COUNTRIES: required in prod');
  expect(envFrom({ ...sending, PHONE_COUNTRIES: 'PT, US' }).PHONE_COUNTRIES).toEqual(['PT', 'US']);
  expect(() => envFrom({ PHONE_COUNTRIES: 'portugal' })).toThrow('PHONE_COUNTRIES');
  for (const STAGE of ['dev', 'local']) expect(() => envFrom({ ...sending, STAGE })).not.toThrow();
});

describe('a setting that holds names', () => {
  it.each([
    ['CREDIT_COSTS', '{"discover":5}', 'CREDIT_COSTS: unknown name "discover", did you mean discovery?'],
    ['CREDIT_COSTS', '{"discover":5}', 'Known: discovery, keyword_plan, ad_prompt, template_prompt'],
    ['PARTNER_TIER_CREDITS', '{"1":1,"2":2,"3":3,"4":4}', 'PARTNER_TIER_CREDITS: unknown name "4"'],
    ['PARTNER_TEAM_SEATS', '{"1":1,"2":2,"gold":3}', 'PARTNER_TEAM_SEATS: unknown name "gold"'],
    ['FRONT_END_PATHS', '{"dashbord":"/"}', 'did you mean dashboard?'],
    ['SEARCH_ORDER', 'llm,serch', 'SEARCH_ORDER'],
    ['PHONE_COUNTRIES', 'US,UK', 'PHONE_COUNTRIES.1: not a country in ISO 3166'],
    ['LLM_MODEL', 'gpt-5.4', 'LLM_PRICES: no price for the model gpt-5.4'],
    ['LLM_PRICES', '{"gpt-5.4-mini":{"input":1,"cached_input":1,"output":1,"web_search":1,"outputs":2}}', 'LLM_PRICES.gpt-5.4-mini'],
    ['OPERATOR_TOKEN_HASHES', 'the-token-itself', 'OPERATOR_TOKEN_HASHES.0: not a SHA-256 hash'],
  ])('%s is refused with an unknown name: %s', (name, value, fault) => {
    expect(() => envFrom({ [name]: value })).toThrow(fault);
  });

  it.each([
    '{"discovery":-1}',
    '{"discovery":1.5}',
    '{"discovery":"5"}',
    '{"discovery":true}',
    '{"discovery":null}',
    '{"discovery":1e400}',
    '[5]',
    'discovery=5',
    '',
  ])('CREDIT_COSTS is refused with a value that is no cost: %s', (CREDIT_COSTS) => {
    expect(() => envFrom({ CREDIT_COSTS })).toThrow('CREDIT_COSTS');
  });
});

describe('a number', () => {
  const numbers = Object.keys(variables).filter((name) => typeof Reflect.get(envFrom({}), name) === 'number');

  it.each(numbers)('%s is refused where a parser would turn a text into another number', (name) => {
    for (const text of ['', ' ', '0x10', '1e1', 'true', 'NaN', '-1', '1,000', '١'])
      expect(() => envFrom({ [name]: text })).toThrow(`${name}: not a`);
  });
});

describe('a misspelt name of a setting', () => {
  it.each([
    ['CREDIT_COST', 'CREDIT_COSTS'],
    ['CREDITS_COSTS', 'CREDIT_COSTS'],
    ['credit_costs', 'CREDIT_COSTS'],
    ['NUDGE_DELAYSECONDS', 'NUDGE_DELAY_SECONDS'],
    ['PARTNER_TIER_CREDIT', 'PARTNER_TIER_CREDITS'],
    ['MESAGING_TOKEN', 'MESSAGING_TOKEN'],
  ])('%s stops the start and names %s', (name, meant) => {
    expect(() => refuseMisspeltSettings({ [name]: '1' })).toThrow(`${name} is unknown, did you mean ${meant}?`);
  });

  it.each(['APP_BASE_URL', 'LOCAL_BASE_URL', 'STAGES', 'USAGE', 'MAIL_FORM', 'LLM_API_BASE', 'S3_BUCKET'])(
    '%s belongs to other programs and passes',
    (name) => expect(() => refuseMisspeltSettings({ [name]: '1' })).not.toThrow(),
  );

  it('a correct setting next to a misspelling passes, and so does every setting', () => {
    expect(() => refuseMisspeltSettings({ CREDIT_COST: '1', CREDIT_COSTS: '{}' })).not.toThrow();
    const all = Object.fromEntries(Object.keys(variables).map((name) => [name, '1']));
    for (const name of Object.keys(all)) expect(() => refuseMisspeltSettings({ [name]: '1' })).not.toThrow();
  });

  it('a misspelt or invalid setting of a stage stops its synthesis', () => {
    const stage = (settings: object) => ({ name: 'prod', settings }) as Parameters<typeof checkStageSettings>[0];
    expect(() => checkStageSettings(stage({ CREDIT_COST: '{}' }))).toThrow('did you mean CREDIT_COSTS?');
    expect(() => checkStageSettings(stage({ CREDIT_COSTS: '{"discover":1}' }))).toThrow('did you mean discovery?');
    expect(() => checkStageSettings(stage({ CREDIT_COSTS: '{"discovery":1}' }))).not.toThrow();
  });
});

/** Numbers that no other setting has, so that each need shows which setting it reads. */
function ownNumbers(): Map<number, string> {
  const candidates = Array.from({ length: 2000 }, (_, at) => at + 11);
  const free = new Set(candidates);
  const numbers = new Map<number, string>();
  const takes = Object.entries(variables)
    .map(([name, [formOf]]) => ({ name, form: formOf() }))
    .filter(({ form }) => typeof form.safeParse(undefined).data === 'number')
    .map(({ name, form }) => ({ name, taken: candidates.filter((number) => form.safeParse(String(number)).success) }))
    .toSorted((a, b) => a.taken.length - b.taken.length);
  for (const { name, taken } of takes) {
    const number = taken.find((candidate) => free.delete(candidate));
    if (number === undefined) throw new Error(`Each number that ${name} takes is another setting's.`);
    numbers.set(number, name);
  }
  return numbers;
}

it('each numeric setting reaches the need of its name', async () => {
  const numbers = ownNumbers();
  const context = createContext({ env: Object.fromEntries([...numbers].map(([number, name]) => [name, String(number)])) });
  const read: Record<string, string> = {};
  const readsNumber = (file: string) => [...numbers.values()].some((name) => readFileSync(file, 'utf8').includes(`env.${name}`));
  for (const file of globSync('shared/**/needs.ts').filter(readsNumber))
    for (const [need, make] of Object.entries((await import(resolve(file))) as Record<string, Need>)) {
      const made: unknown = typeof make === 'function' && make(context);
      const fields = typeof made === 'object' && made !== null ? Object.entries(made) : [['', made] as const];
      for (const [field, value] of fields) {
        const setting = numbers.get(value as number);
        if (setting !== undefined) read[field ? `${need}.${field}` : need] = setting;
      }
    }
  expect(read).toEqual({
    adReadsPerHour: 'AD_READS_PER_HOUR',
    adRefreshesPerHour: 'AD_REFRESHES_PER_HOUR',
    adsCacheHours: 'ADS_CACHE_HOURS',
    checksPerHour: 'DESCRIPTION_CHECKS_PER_HOUR',
    'defaultIngestLimit.burst': 'INGEST_BURST',
    'defaultIngestLimit.perSecond': 'INGEST_EVENTS_PER_SECOND',
    'discoveries.perHour': 'DISCOVERIES_PER_HOUR',
    'discoveries.unverifiedPerDay': 'UNVERIFIED_DISCOVERIES_PER_DAY',
    'grants.inlineSeconds': 'GRANTS_INLINE_SECONDS',
    'keywordPlans.perHour': 'KEYWORD_PLANS_PER_HOUR',
    'keywordPlans.unverifiedPerDay': 'UNVERIFIED_PLANS_PER_DAY',
    liteDiscoveriesPerHour: 'LITE_DISCOVERIES_PER_HOUR',
    llmBudgetPerHour: 'LLM_BUDGET_PER_HOUR',
    logDays: 'PIXEL_EVENTS_RETENTION_DAYS',
    nudgeDelaySeconds: 'NUDGE_DELAY_SECONDS',
    'phoneCodes.perHour': 'PHONE_CODES_PER_HOUR',
    'prompts.perHour': 'PROMPTS_PER_HOUR',
    'prompts.unverifiedPerDay': 'UNVERIFIED_PROMPTS_PER_DAY',
    registrationsPerHour: 'REGISTRATIONS_PER_HOUR',
    'retention.llmCallsDays': 'LLM_CALLS_RETENTION_DAYS',
    'retention.pixelEventsDays': 'PIXEL_EVENTS_RETENTION_DAYS',
    ruleCacheSeconds: 'KEY_CACHE_SECONDS',
    syncSeconds: 'DISCOVERY_SYNC_SECONDS',
  });
});

it('each setting is read by the code', () => {
  const sources = globSync('{shared,functions,lib}/**/*.ts')
    .filter((file) => file !== join('shared', 'env.ts'))
    .map((file) => readFileSync(file, 'utf8'));
  // A limit that a description names in backticks is not read there.
  const read = new Set(sources.flatMap((text) => text.match(/(?<![`\w])[A-Z][A-Z_]+(?![`\w])/g) ?? []));
  expect(Object.keys(variables).filter((name) => !read.has(name))).toEqual([]);
});
