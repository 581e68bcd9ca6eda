import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type ServiceDescription, service } from '#lib/cloud/service-description.ts';
import { ServiceStack } from '#lib/cloud/service-stack.ts';
import { type Stage, stages } from '#lib/cloud/stages.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape.
export type Json = any;
type Resource = { Type: string; Properties: Json; DeletionPolicy?: string; Condition?: string };
export type Synthesised = {
  text: string;
  ofType(type: string): {
    id: string;
    properties: Json;
    deletionPolicy: string | undefined;
    condition: string | undefined;
  }[];
  inWords(reference: Json): string;
  outputs: Record<string, { Value: Json }>;
  findings: Json[];
};

const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: Json;
};

export function stageNamed(name: Stage['name']): Stage {
  const stage = stages.find((stage) => stage.name === name);
  if (!stage) throw new Error(`No stage ${name}`);
  return stage;
}

export const widerService: ServiceDescription = {
  ...service,
  tables: {
    ...service.tables,
    indexed: {
      indexes: [{ name: 'by-day', partitionKey: 'day', sortKey: 'at', projection: 'KEYS_ONLY' }],
      stream: [],
    },
  },
  jobs: {
    ...service.jobs,
    morning: { cron: '30 9 * * 1-5', timeZone: 'Asia/Kolkata', function: 'nightly', timeoutSeconds: 120 },
    'month-end': { cron: '0 0 1 * *', timeZone: 'Europe/Berlin', function: 'nightly', timeoutSeconds: 120 },
  },
  functions: [
    ...service.functions,
    {
      name: 'nightly',
      kind: 'work',
      entry: '',
      timeoutSeconds: 120,
      memoryMb: 512,
      access: { tables: { indexed: ['Query', 'PutItem'] } as Json },
    },
  ],
};

type Options = {
  change?: ((stack: ServiceStack) => void) | undefined;
  /** The first validation of a process takes seven seconds. */
  isValidated?: boolean;
};

export function synthesised(
  described = widerService,
  stage = stageNamed('prod'),
  { change, isValidated = false }: Options = {},
): Synthesised {
  const usual = { service, wider: widerService };
  const [name] = Object.entries(usual).find(([, one]) => one === described) ?? [];
  const isUsual = name && stages.includes(stage) && !change && !isValidated;
  const { template, stackName, findings } = isUsual
    ? onceInARun(`${name}-${stage.name}`, () => synthesise(described, stage))
    : synthesise(described, stage, { change, isValidated });
  return readingOf(template, stackName, findings);
}

type Made = { template: Json; stackName: string; findings: Json[] };

function onceInARun(name: string, make: () => Made): Made {
  const folder = process.env.TEST_RUN_FOLDER;
  if (!folder) return make();
  const file = join(folder, `synthesised-${name}.json`);
  const lock = `${file}.lock`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  while (!isTaken(lock)) Atomics.wait(sleeper, 0, 0, 50);
  try {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    const made = make();
    writeFileSync(`${file}.new`, JSON.stringify(made));
    renameSync(`${file}.new`, file);
    return made;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

function synthesise(described: ServiceDescription, stage: Stage, { change, isValidated = false }: Options = {}): Made {
  const outdir = mkdtempSync(join(tmpdir(), 'adtrail-synth-'));
  try {
    const app = new App({ outdir, context, builtinCloudFormationValidation: isValidated });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    const codeOf = () => Code.fromInline('exports.handler = async () => {};');
    const stack = new ServiceStack(app, `adtrail-${stage.name}`, {
      service: described,
      stage,
      codeOf,
      consoleFolder: join(import.meta.dirname, 'placeholder-console'),
    });
    change?.(stack);
    const { template } = app.synth().getStackByName(stack.stackName);
    const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
    return { template, stackName: stack.stackName, findings: pluginReports };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

function readingOf(template: Json, stackName: string, findings: Json[]): Synthesised {
  const resources = Object.entries(template.Resources as Record<string, Resource>).filter(
    ([id]) => !/^(Custom(CDKBucketDeployment|S3AutoDelete)|helperlogs)/.test(id),
  );
  const ofType: Synthesised['ofType'] = (type) =>
    resources
      .filter(([, { Type }]) => Type === `AWS::${type}`)
      .map(([id, { Properties, DeletionPolicy, Condition }]) => ({
        id,
        properties: Properties,
        deletionPolicy: DeletionPolicy,
        condition: Condition,
      }));

  const short = (name: string) => name.replace(new RegExp(`^/?${stackName}[-/]`), '');
  const words = new Map<string, string>();
  for (const { id, properties } of ofType('Lambda::Function')) words.set(id, `function ${short(properties.FunctionName)}`);
  for (const { id, properties } of ofType('Lambda::Alias'))
    words.set(id, `${properties.Name} ${words.get(properties.FunctionName.Ref)?.replace(/^function /, '')}`);
  for (const { id, properties } of ofType('SQS::Queue')) words.set(id, `queue ${short(properties.QueueName)}`);
  for (const { id, properties } of ofType('Logs::LogGroup')) words.set(id, `logs ${short(properties.LogGroupName)}`);
  for (const { id } of ofType('SecretsManager::Secret')) words.set(id, `secret ${id.replace(/^secret|[0-9A-F]{8}$/g, '')}`);
  for (const { id } of ofType('S3::Bucket')) words.set(id, `bucket ${id.replace(/bucket[0-9A-F]{8}$/, '')}`);
  for (const { id } of ofType('SNS::Topic')) words.set(id, 'topic');
  for (const [name, { Value }] of Object.entries(template.Outputs as Synthesised['outputs']))
    if (name.startsWith('Table')) words.set(Value.Ref, `table ${name.slice('Table'.length).toLowerCase()}`);

  const inWords = (value: Json): string => {
    if (typeof value === 'string') return value;
    if (value.Ref) return words.get(value.Ref) ?? `<${value.Ref}>`;
    if (value['Fn::Join']) return value['Fn::Join'][1].map(inWords).join(value['Fn::Join'][0]);
    const [id, attribute] = value['Fn::GetAtt'];
    const name = words.get(id) ?? id;
    return attribute === 'StreamArn' ? name.replace('table', 'stream') : name;
  };
  return { text: JSON.stringify(template), ofType, inWords, outputs: template.Outputs, findings };
}
