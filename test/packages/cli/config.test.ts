import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultBaseUrl, openConfig, profileNames } from '#packages/cli/src/config.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

it('a profile of an option takes no address and no credential of the environment', () => {
  const variables = {
    ...{ ADTRAIL_CONFIG_DIR: join(temporaryFolder(), 'none'), ADTRAIL_BASE_URL: 'https://other.example' },
    ...{ ADTRAIL_ACCESS_TOKEN: 't', ADTRAIL_SECRET_KEY: 'sk_live_x', ADTRAIL_READ_KEY: 'rk_live_x' },
  };
  const { baseUrl, accessToken, secretKey, readKey } = openConfig(variables, {
    ...{ profile: 'staging', mayBeNew: true },
  });
  expect({ baseUrl, accessToken, secretKey, readKey }).toEqual({ baseUrl: defaultBaseUrl });
});

it('the profiles are the default and the JSON files with a name of a profile, in order', () => {
  const folder = temporaryFolder();
  const env = { ADTRAIL_CONFIG_DIR: folder };
  expect(profileNames(env)).toEqual([]);
  mkdirSync(join(folder, 'profiles'));
  const files = [
    'shop.json',
    'agency_2.json',
    'notes.text',
    'Shop.json',
    '-a.json',
    `${'a'.repeat(41)}.json`,
  ];
  for (const name of [...files, `${'b'.repeat(40)}.json`])
    writeFileSync(join(folder, 'profiles', name), '{}');
  expect(profileNames(env)).toEqual(['agency_2', 'b'.repeat(40), 'shop']);
  writeFileSync(join(folder, 'config.json'), '{}');
  expect(profileNames(env)).toEqual(['default', 'agency_2', 'b'.repeat(40), 'shop']);
});
