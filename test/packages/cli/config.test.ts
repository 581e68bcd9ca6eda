import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultBaseUrl, openConfig, profileNames } from '#packages/cli/src/config.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

it('a profile of an option takes no address and no credential of the environment', () => {
  const variables = {
    ADTRAIL_CONFIG_DIR: join(temporaryFolder(), 'none'),
    ADTRAIL_BASE_URL: 'https://other.example',
    ADTRAIL_ACCESS_TOKEN: 't',
    ADTRAIL_SECRET_KEY: 'sk_live_x',
    ADTRAIL_READ_KEY: 'rk_live_x',
  };
  const { baseUrl, accessToken, secretKey, readKey } = openConfig(variables, {
    profile: 'staging',
    mayBeNew: true,
  });
  expect({ baseUrl, accessToken, secretKey, readKey }).toEqual({ baseUrl: defaultBaseUrl });
});

it('the profiles are the default and the JSON files with a name of a profile, in order', () => {
  const folder = temporaryFolder();
  const env = { ADTRAIL_CONFIG_DIR: folder };
  expect(profileNames(env)).toEqual([]);
  mkdirSync(join(folder, 'profiles'));
  const files = ['shop.json', 'agency_2.json', 'notes.text', 'Shop.json', '-a.json', `${'a'.repeat(41)}.json`];
  for (const name of [...files, `${'b'.repeat(40)}.json`]) writeFileSync(join(folder, 'profiles', name), '{}');
  expect(profileNames(env)).toEqual(['agency_2', 'b'.repeat(40), 'shop']);
  writeFileSync(join(folder, 'config.json'), '{}');
  expect(profileNames(env)).toEqual(['default', 'agency_2', 'b'.repeat(40), 'shop']);
});

const issuedAt = '2026-11-21T12:00:00.000Z';
const stored = { accessToken: 'stored', secretKey: 'sk_live_s', readKey: 'rk_live_s', issuedAt };
const openStored = (env: Record<string, string>) => {
  const folder = temporaryFolder();
  const { accessToken: access_token, secretKey: secret_key, readKey: read_key } = stored;
  const base_url = 'https://api.example';
  const file = { base_url, access_token, secret_key, read_key, issued_at: issuedAt };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(file));
  const config = openConfig({ ADTRAIL_CONFIG_DIR: folder, ...env });
  const { accessToken, secretKey, readKey, issuedAt: at } = config;
  return { accessToken, secretKey, readKey, issuedAt: at };
};

it.each([
  [{}, {}],
  [{ ADTRAIL_ACCESS_TOKEN: 'other' }, { accessToken: 'other', issuedAt: undefined }],
  [{ ADTRAIL_SECRET_KEY: 'sk_live_x' }, { secretKey: 'sk_live_x' }],
  [{ ADTRAIL_READ_KEY: 'rk_live_x' }, { readKey: 'rk_live_x' }],
])('with %j the command line takes it in place of what is stored', (env, changed) => {
  expect(openStored(env)).toEqual({ ...stored, ...changed });
});

it('what is stored for one service is not sent to another', () => {
  const nothing = { accessToken: undefined, secretKey: undefined, readKey: undefined, issuedAt: undefined };
  expect(openStored({ ADTRAIL_BASE_URL: 'https://other.example' })).toEqual(nothing);
  const env = { ADTRAIL_BASE_URL: 'https://other.example', ADTRAIL_ACCESS_TOKEN: 'other' };
  expect(openStored(env)).toEqual({ ...nothing, accessToken: 'other' });
});
