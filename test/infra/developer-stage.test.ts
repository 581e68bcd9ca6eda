// Slow: it builds the cloud's template or bundles.
import { service } from '#lib/cloud/service-description.ts';
import { developerStage } from '#lib/cloud/stages.ts';
import { stageNamed, synthesised } from './synthesised.ts';

const stage = synthesised(service, developerStage('ada'));
const dev = synthesised(service, stageNamed('dev'));
const resources = (text: string) => Object.entries<Record<string, unknown>>(JSON.parse(text).Resources);

describe("a developer's stage", () => {
  it("a developer's stage leaves nothing behind: every resource goes with the stack", () => {
    const retained = resources(stage.text).filter(
      ([, { DeletionPolicy, UpdateReplacePolicy }]) => /^Retain/.test(`${DeletionPolicy}`) || /^Retain/.test(`${UpdateReplacePolicy}`),
    );
    expect(retained.map(([id]) => id)).toEqual([]);
    const tables = stage.ofType('DynamoDB::GlobalTable');
    expect(tables.length).toBeGreaterThan(0);
    for (const { properties, deletionPolicy } of [...tables, ...stage.ofType('SecretsManager::Secret')])
      expect([deletionPolicy, properties.Replicas?.[0].DeletionProtectionEnabled ?? false]).toEqual(['Delete', false]);
  });

  it("a developer's stage empties every bucket before it is deleted", () => {
    const emptied = resources(stage.text)
      .filter(([, { Type }]) => Type === 'Custom::S3AutoDeleteObjects')
      .map(([, { Properties }]) => (Properties as { BucketName: { Ref: string } }).BucketName.Ref);
    const buckets = stage.ofType('S3::Bucket').map(({ id }) => id);
    expect(buckets.length).toBeGreaterThan(4);
    expect(emptied.sort()).toEqual(buckets.sort());
  });

  it("a developer's stage has a log group for each function, those of CDK too, which outlives what they do at the end", () => {
    const functions = resources(stage.text).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
    const groups = resources(stage.text).filter(([, { Type }]) => Type === 'AWS::Logs::LogGroup');
    const nameOf = ([, { Properties }]: (typeof groups)[number]) =>
      (Properties as { LogGroupName: { 'Fn::Join'?: [string, [string, { Ref: string }]] } }).LogGroupName;
    const helperGroups = groups.filter((group) => typeof nameOf(group) !== 'string');
    const named = helperGroups.map((group) => nameOf(group)['Fn::Join']?.[1][1].Ref);
    const helpers = functions.filter(([id]) => /^Custom/.test(id)).map(([id]) => id);
    expect(helpers.length).toBe(2);
    expect(named.sort()).toEqual(helpers.sort());
    for (const [id, { Type, DependsOn }] of resources(stage.text))
      if (/^Custom::/.test(`${Type}`)) expect([id, DependsOn]).toEqual([id, expect.arrayContaining(helperGroups.map(([group]) => group))]);
  });

  it("a developer's stage sets nothing that belongs to the whole account", () => {
    expect(stage.ofType('ApiGateway::Account')).toEqual([]);
    expect(dev.ofType('ApiGateway::Account')).toHaveLength(1);
  });

  it("a developer's stage has its name in every name, and shares none with another stage", () => {
    const names = (text: string) => [...text.matchAll(/"(?:\w*Name|Name)":"([^"]+)"/g)].map(([, name]) => name as string);
    const stageNames = names(stage.text).filter((name) => /adtrail/.test(name));
    expect(stageNames.length).toBeGreaterThan(50);
    expect(stageNames.filter((name) => /adtrail(?!-?ada|-edge|-viewer)/.test(name))).toEqual([]);
    expect(stage.text).not.toContain('adtrail-dev');
  });

  it.each(['dev', 'prod', 'Ada', '', '1st', 'a_b', 'a'.repeat(17)])("a developer's stage cannot be called %j", (name) => {
    expect(() => developerStage(name)).toThrow("cannot be a developer's stage");
  });
});
