import { join } from 'node:path';
import { defaultBaseUrl, openConfig } from '#packages/cli/src/config.ts';
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
