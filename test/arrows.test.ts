import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { arrowsOf, circlesOf, forbidden } from '#lib/tools/arrows.ts';

const found = (from: string, text: string) => arrowsOf(new Map([[from, text]])).flatMap((arrow) => forbidden(arrow) ?? []);

describe('the arrows of the layout', () => {
  it.each([
    ['shared/credits/charge.ts', "import { groups } from '#functions/groups.ts';"],
    ['shared/values/json.ts', "import type { User } from '../accounts/rules/users.ts';"],
    ['shared/http/x.ts', "import type {\n  Credits,\n} from '#shared/credits/store/credits.ts';"],
    ['shared/accounts/rules/users.ts', "import { usersIn } from '../store/users.ts';"],
    ['shared/accounts/store/users.ts', "export { x } from '#shared/accounts/codes/send-code.ts';"],
    ['shared/accounts/x.ts', "import { creditsIn } from '#shared/credits/store/credits.ts';"],
    ['shared/accounts/x.ts', "import { fail } from '#shared/http/endpoint.ts';"],
    ['functions/api/accounts/sign-in/login.ts', "import { x } from '../../pixel/endpoints.ts';"],
    ['shared/accounts/codes/x.ts', "import { x } from '../sign-in/start-session.ts';"],
    ['shared/accounts/rules/x.ts', "import { x } from '../codes/rules/codes.ts';"],
    ['shared/accounts/codes/rules/x.ts', "import { x } from '../store/codes.ts';"],
    ['shared/order-sources/receive.ts', "import { x } from './stripe/source.ts';"],
    ['shared/order-sources/rules/x.ts', "import { x } from '../stripe/transform.ts';"],
    ['shared/order-sources/stripe/x.ts', "import { x } from '../store/x.ts';"],
    ['functions/api/accounts/sign-in/login.ts', "import { SQSClient } from '@aws-sdk/client-sqs';"],
    ['shared/accounts/store/users.ts', "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';"],
    ['shared/aws/x.ts', "import { S3Client } from '@aws-sdk/client-s3';"],
    ['functions/api/mcp/x.ts', "import { SQSClient } from '@aws-sdk/client-sqs';"],
    ['lib/ops/move/x.ts', "import { signedAws } from '#shared/aws/signed-aws.ts';"],
    ['bin/migrate.ts', "import { signedDynamo } from '#shared/aws/signed-dynamo.ts';"],
    ['lib/cloud/stages.ts', "import { newWorld } from '#test/kit/world.ts';"],
    ['functions/groups.ts', "const x = await import('#lib/cloud/stages.ts');"],
    ['lib/cloud/constructs/alarms.ts', "import { x } from '#lib/local/demo-shop/shop.ts';"],
    ['lib/local/host.ts', "import { Stage } from '#lib/cloud/stages.ts';"],
    ['lib/tools/x.ts', "import { x } from '#lib/ops/reindex.ts';"],
    ['lib/x.ts', "import { x } from '#shared/log.ts';"],
    ['packages/node/src/x.ts', "import { x } from '../../cli/src/api.ts';"],
    ['packages/dynamo-sqlite/src/x.ts', "import { x } from '../../../shared/values/json.ts';"],
    ['packages/dynamo-sqlite/test/x.ts', "import { x } from '../../../lib/local/host.ts';"],
    ['lib/local/x.ts', "import { x } from '#packages/dynamo-sqlite/src/store.ts';"],
    ['test/local/x.ts', "import { x } from '#packages/dynamo-sqlite/src/store.ts';"],
    ['packages/node/src/x.ts', "import { x } from '../../../web/console/core/api.ts';"],
    ['web/console/core/x.ts', "import { x } from '#shared/credits/store/credits.ts';"],
    ['web/console/core/x.ts', "import { x } from '#functions/http/money.ts';"],
    ['web/console/kit/page.tsx', "import { x } from '../operators/jobs.tsx';"],
    ['web/console/events/x.tsx', "import { x } from '../funnel/funnel.tsx';"],
    ['web/console/events/x.tsx', "import { x } from '../app/shell.tsx';"],
    ['web/console/events/x.tsx', "import type * as keys from '#functions/http/money.ts';"],
    ['web/pixel/x.ts', "import { x } from '#shared/conversions/store/clicks.ts';"],
    ['test/kit/x.ts', "import { x } from '#test/http/signers.ts';"],
  ])('%s may not %s', (from, text) => {
    expect(found(from, text)).toHaveLength(1);
  });

  it.each([
    ['shared/accounts/codes/send-code.ts', "import { codesIn } from './store/codes.ts';"],
    ['shared/accounts/sign-in/x.ts', "import { x } from '../second-factor/verify-mfa.ts';"],
    ['shared/accounts/codes/store/x.ts', "import { x } from '../../rules/users.ts';"],
    ['shared/order-sources/kinds.ts', "import { x } from './stripe/source.ts';"],
    ['shared/order-sources/stripe/x.ts', "import { x } from '../source.ts';\nimport { y } from '../rules/steps.ts';"],
    ['shared/reports/rules/totals.ts', "import type { X } from '#shared/conversions/rules/conversions.ts';"],
    ['shared/mail/vendors/ses-client.ts', "import { SESv2Client } from '@aws-sdk/client-sesv2';"],
    ['lib/ops/aws/x.ts', "import { S3Client } from '@aws-sdk/client-s3';"],
    ['lib/ops/x.ts', "import { empty } from '#shared/aws/dead-letters.ts';"],
    ['functions/api/accounts/sign-in/login.ts', "import { deps } from './deps.ts';\nimport * as z from 'zod';"],
    ['functions/groups.ts', "import * as keys from './api/keys/endpoints.ts';"],
    ['lib/local/host.ts', "import { service } from '#lib/cloud/service-description.ts';"],
    ['packages/cli/src/x.ts', "import { x } from '../../node/src/events.ts';"],
    ['lib/ops/x.ts', "import { x } from '#packages/dynamo-sqlite/src/index.ts';"],
    ['packages/dynamo-sqlite/test/x.ts', "import { x } from '../src/store.ts';"],
    ['packages/node/src/x.ts', "import { x } from '../../../web/snippets/click-cookie.ts';"],
    ['web/console/core/x.ts', "import type { groups } from '#functions/groups.ts';"],
    ['test/http/x.ts', "import { newWorld } from '#test/kit/world.ts';"],
  ])('%s may %s', (from, text) => {
    expect(found(from, text)).toEqual([]);
  });

  it("the layout's check finds circles, of types too", () => {
    const files = new Map([
      ['shared/a/a.ts', "import type { B } from './b.ts';"],
      ['shared/a/b.ts', "import { c } from '#shared/a/c.ts';"],
      ['shared/a/c.ts', "export * from './a.ts';"],
      ['shared/a/d.ts', "import { a } from './a.ts';"],
    ]);
    expect(circlesOf(arrowsOf(files))).toEqual([['shared/a/a.ts', 'shared/a/b.ts', 'shared/a/c.ts', 'shared/a/a.ts']]);
  });
});

it('a folder with its own package.json imports no file by a name of the root, which Node would not find', () => {
  const filesOf = (pattern: string) => execFileSync('git', ['ls-files', pattern], { encoding: 'utf8' }).trim().split('\n').filter(Boolean);
  const folders = filesOf('*/package.json').map((file) => dirname(file));
  expect(folders).toContain('test/bench/packaged');
  const broken = folders
    .flatMap((folder) => filesOf(`${folder}/*.ts`))
    .filter((file) => /from '#(?:functions|lib|shared|test)\//.test(readFileSync(file, 'utf8')));
  expect(broken).toEqual([]);
});
