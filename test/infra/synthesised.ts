import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { ServiceDescription } from '#lib/service-description.ts';
import { ServiceStack } from '#lib/service-stack.ts';
import { type Stage, stages } from '#lib/stages.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of unlimited shape
export type Json = any;
export type Resource = { Type: string; Properties: Json; DeletionPolicy?: string };
export type Synthesised = {
  text: string;
  outputs: Json;
  resources: Record<string, Resource>;
  /** Logical id and resource of every resource of that type, e.g. `Lambda::Function`. */
  ofType(type: string): [id: string, resource: Resource][];
  /** Findings of CDK's own validation, errors and warnings. */
  findings: Json[];
};

/** The flags of `cdk.json`, so that a test sees the template that is deployed. */
const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));

export const stageNamed = (name: Stage['name']): Stage => {
  const stage = stages.find((stage) => stage.name === name);
  if (!stage) throw new Error(`No stage ${name}`);
  return stage;
};

/** Synthesises one stage with placeholder code, since a template does not depend on what a bundle holds. */
export function synthesised(service: ServiceDescription, stage: Stage): Synthesised {
  const outdir = mkdtempSync(join(tmpdir(), 'adtrail-synth-'));
  const app = new App({ outdir, context });
  const codeOf = () => Code.fromInline('exports.handler = async () => {};');
  const stack = new ServiceStack(app, `adtrail-${stage.name}`, { service, stage, codeOf });
  const template = Template.fromStack(stack).toJSON();
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
  const resources = template.Resources as Record<string, Resource>;
  return {
    text: JSON.stringify(template),
    outputs: template.Outputs,
    resources,
    ofType: (type) => Object.entries(resources).filter(([, { Type }]) => Type === `AWS::${type}`),
    findings: report,
  };
}
