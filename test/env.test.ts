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

it('every fault of the configuration is told at once', () => {
  expect(() => envFrom({ LLM_BASE_URL: 'nowhere', KEY_CACHE_SECONDS: '90' })).toThrow(
    /LLM_BASE_URL.*KEY_CACHE_SECONDS/,
  );
});

it('any port of an origin is allowed on this machine only', () => {
  const FRONT_END_ORIGINS = 'https://app.example, http://localhost:*';
  for (const STAGE of ['dev', 'prod'])
    expect(() => envFrom({ FRONT_END_ORIGINS, STAGE })).toThrow(
      'FRONT_END_ORIGINS: * is for the local stage',
    );
  const origins = ['https://app.example', 'http://localhost:*'];
  expect(envFrom({ FRONT_END_ORIGINS, STAGE: 'local' }).FRONT_END_ORIGINS).toEqual(origins);
  for (const wide of ['*', 'https://*.example', 'http://*:*', 'http://localhost:*/path'])
    expect(() => envFrom({ FRONT_END_ORIGINS: wide, STAGE: 'local' })).toThrow('may only replace a port');
});

it('names are led to hosts of their own on this machine only', () => {
  const SITE_HOSTS = '{"example":"http://127.0.0.1:8080"}';
  for (const STAGE of ['dev', 'prod'])
    expect(() => envFrom({ SITE_HOSTS, STAGE })).toThrow('SITE_HOSTS: for the local stage only');
  expect(envFrom({ SITE_HOSTS, STAGE: 'local' }).SITE_HOSTS).toEqual({ example: 'http://127.0.0.1:8080' });
  expect(envFrom({ STAGE: 'prod' }).SITE_HOSTS).toEqual({});
});

it('countries of phones are named in prod where codes are sent to phones', () => {
  const sending = { STAGE: 'prod', MESSAGING_PHONE_NUMBER_ID: '1' };
  expect(() => envFrom(sending)).toThrow('PHONE_COUNTRIES: required in prod');
  expect(envFrom({ ...sending, PHONE_COUNTRIES: 'PT, US' }).PHONE_COUNTRIES).toEqual(['PT', 'US']);
  expect(() => envFrom({ PHONE_COUNTRIES: 'portugal' })).toThrow('PHONE_COUNTRIES');
  for (const STAGE of ['dev', 'local']) expect(() => envFrom({ ...sending, STAGE })).not.toThrow();
});
