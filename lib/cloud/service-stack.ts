import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { inTimeZones } from '#functions/jobs.ts';
import { Alarms } from './constructs/alarms.ts';
import { accessLogBucket, backupBucket, exportBucket, PrivateBucket } from './constructs/buckets.ts';
import { CanaryDeployments } from './constructs/canary-deployments.ts';
import { Dashboard } from './constructs/dashboard.ts';
import { Edge } from './constructs/edge.ts';
import { requiredEntry } from './constructs/function-access.ts';
import { HelperLogs } from './constructs/helper-logs.ts';
import { MailSets } from './constructs/mail.ts';
import { WorkQueue } from './constructs/queue-worker.ts';
import { QueuesOverTls } from './constructs/queues-over-tls.ts';
import { RestApi } from './constructs/rest-api.ts';
import { ScheduledWorker } from './constructs/schedule.ts';
import { serviceSecrets } from './constructs/secrets.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { serviceOutputs } from './constructs/service-outputs.ts';
import { ServiceRole } from './constructs/service-role.ts';
import { StreamWorker } from './constructs/stream-worker.ts';
import { Table } from './constructs/table.ts';
import { topicKey } from './constructs/topic-key.ts';
import { WebAcl } from './constructs/web-acl.ts';
import { checkStageLimits } from './limits/requests-to-aws.ts';
import type { ServiceDescription } from './service-description.ts';
import { checkStageSettings } from './settings.ts';
import type { Stage } from './stages.ts';

type Props = StackProps & {
  service: ServiceDescription;
  stage: Stage;
  codeOf: (functionName: string) => Code;
  consoleFolder: string;
};

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { service, stage, codeOf, consoleFolder, ...props }: Props) {
    // Indentation would bring the template near CloudFormation's limit of 1 MB.
    super(scope, id, {
      ...props,
      terminationProtection: stage.protectsData,
      suppressTemplateIndentation: true,
    });
    checkStageSettings(stage);
    checkStageLimits(stage);
    const { served, streamedFunctions, unroutedFunction } = service;
    const jobs = inTimeZones(service.jobs, stage.settings);
    const described = new Map(service.functions.map((description) => [description.name, description]));
    const tables = mapValues(service.tables, (table, name) => new Table(this, name, table, stage));
    const queues = mapValues(
      service.queues,
      (queue, name) => new WorkQueue(this, name, queue, described.get(queue.function)?.timeoutSeconds ?? 0),
    );
    const accessLogs = accessLogBucket(this, stage) as IBucket;
    const masterKey = topicKey(this, stage);
    const resources = {
      tables,
      queues,
      secrets: serviceSecrets(this, stage),
      exportBucket: exportBucket(this, stage, accessLogs),
      filesBucket: new PrivateBucket(this, 'files', { stage, accessLogs, holdsData: true }),
      backupBucket: backupBucket(this, stage, accessLogs),
      mail: new MailSets(this, requiredEntry(queues, 'mail_events').queue, masterKey),
    };
    const functions = new Map(
      service.functions.map((description) => {
        const code = codeOf(description.name);
        return [description.name, new ServiceFunction(this, { description, code, resources, stage })];
      }),
    );
    const functionOf = (name: string) => requiredEntry(functions, name).fn;

    for (const queue of queues.values()) queue.workedBy(functionOf(queue.description.function));
    const streams = [...tables.values()].flatMap((table) =>
      table.description.stream.map((consumer) => new StreamWorker(this, table, consumer, functionOf(consumer.function))),
    );
    // A scheduler role for each function would add eight resources.
    const scheduler = new ServiceRole(this, 'scheduler', 'scheduler.amazonaws.com');
    const schedules = Object.entries(Object.groupBy(Object.entries(jobs), ([, job]) => job.function)).map(
      ([name, ownJobs]) =>
        new ScheduledWorker(this, name, {
          jobs: Object.fromEntries(ownJobs ?? []),
          worker: functionOf(name),
          role: scheduler,
        }),
    );
    new QueuesOverTls(
      this,
      [
        ...[...queues.values()].flatMap(({ queue, dead }) => [queue, dead]),
        ...[...streams, ...schedules].flatMap(({ failed }) => failed ?? []),
      ],
      [requiredEntry(queues, 'mail_events').queue],
    );
    const api = new RestApi(this, {
      served,
      streamedFunctions,
      unroutedFunction,
      stage,
      qualifierOf: (name) => requiredEntry(functions, name).live?.aliasName ?? null,
    });
    const calledOf = (name: string) => {
      const { live, fn } = requiredEntry(functions, name);
      return (live ?? fn) as IFunction;
    };
    const edge = new Edge(this, {
      api,
      byUrl: { conversions: calledOf('conversions'), pixel: calledOf('pixel') },
      stage,
      consoleFolder,
      accessLogs,
      uploads: resources.exportBucket as IBucket,
    });
    for (const name of Object.keys(served)) functionOf(name).addEnvironment('EDGE_TOKEN', edge.tokens);
    for (const { fn, description } of functions.values())
      if ((description.access.mail || description.access.links) && !stage.settings.API_BASE_URL)
        fn.addEnvironment('API_BASE_URL', edge.baseUrl);
    new WebAcl(this, api, edge.token);
    const watched = {
      api,
      functions: [...functions.values()],
      queues: [...queues.values()],
      streams,
      schedules,
      stageName: stage.name,
    };
    const alarms = new Alarms(this, watched, { stage, masterKey });
    new CanaryDeployments(this, watched.functions, alarms, stage);
    new Dashboard(this, watched);
    if (stage.isTemporary) new HelperLogs(this);
    serviceOutputs(this, { api, edge, resources, alarms });
  }
}

const mapValues = <T, U>(record: Record<string, T>, make: (value: T, name: string) => U) =>
  new Map(Object.entries(record).map(([name, value]) => [name, make(value, name)]));
