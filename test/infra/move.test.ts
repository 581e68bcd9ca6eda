// Slow: it builds the cloud's template or bundles.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { queueNames } from '#functions/queues.ts';
import { ScheduledWorker } from '#lib/cloud/constructs/schedule.ts';
import { stageIn } from '#lib/ops/move/stage.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { synthesised } from './synthesised.ts';

const folder = temporaryFolder();

it('a stage has every output that a move reads', () => {
  const { outputs, inWords } = synthesised();
  const names = Object.entries(outputs).map(([name, { Value }]) => [name, inWords(Value)]);
  const file = join(folder, 'outputs.json');
  writeFileSync(file, JSON.stringify({ 'adtrail-prod': Object.fromEntries(names) }));
  const { tables, buckets, queues } = stageIn(file);
  expect(tables).toEqual({
    accounts: inWords(outputs.TableAccounts?.Value),
    attribution: inWords(outputs.TableAttribution?.Value),
    analysis: inWords(outputs.TableAnalysis?.Value),
  });
  expect(new Set(Object.values(buckets)).size).toBe(3);
  expect(new Set(queues.values()).size).toBe(queueNames.length * 2);
});

it.each([
  [{}, 'ENABLED'],
  [{ schedules: 'off' }, 'DISABLED'],
])('with the context %j schedules are %s', (context, State) => {
  const stack = new Stack(new App({ context, builtinCloudFormationValidation: false }), 'stack');
  const worker = new LambdaFunction(stack, 'worker', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromInline('0'),
  });
  const role = new Role(stack, 'role', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
  const job = { cron: '0 1 * * *', timeZone: 'UTC', function: 'nightly', timeoutSeconds: 60 };
  new ScheduledWorker(stack, 'nightly', { jobs: { nightly: job }, worker, role });
  Template.fromStack(stack).hasResourceProperties('AWS::Scheduler::Schedule', { State });
});
