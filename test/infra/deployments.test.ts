// Slow: it builds the cloud's template or bundles.
import { service } from '#lib/cloud/service-description.ts';
import { developerStage } from '#lib/cloud/stages.ts';
import { type Json, stageNamed, synthesised } from './synthesised.ts';

const prod = synthesised(service, stageNamed('prod'));
const stepwise = ['auth', 'conversions', 'pixel'];
const resources: Record<string, Json> = JSON.parse(prod.text).Resources;
const aliases = prod.ofType('Lambda::Alias');
const groups = prod.ofType('CodeDeploy::DeploymentGroup');

describe('new versions of the functions that callers wait for', () => {
  it('new versions of the functions that callers wait for are called by an alias, by every route and by the address past the gateway, never directly', () => {
    expect(aliases.map(({ properties }) => prod.inWords(properties.FunctionName)).sort()).toEqual(
      stepwise.map((name) => `function ${name}`),
    );
    const [api] = prod.ofType('ApiGateway::RestApi');
    const uris = Object.values<Json>(api?.properties.Body.paths).flatMap((methods) =>
      Object.values<Json>(methods).map((one) => prod.inWords(one['x-amazon-apigateway-integration'].uri)),
    );
    for (const name of stepwise) {
      const own = uris.filter((uri) => uri.includes(`:function:adtrail-prod-${name}`));
      expect(own.length).toBeGreaterThan(0);
      for (const uri of own) expect(uri).toContain(`:function:adtrail-prod-${name}:live/`);
    }
    for (const type of ['Lambda::EventSourceMapping', 'Lambda::Url', 'Lambda::Permission', 'Scheduler::Schedule'])
      for (const { properties } of prod.ofType(type).filter((one) => one.properties.Qualifier !== 'live'))
        expect(stepwise.map((name) => `function ${name}`)).not.toContain(
          prod.inWords(properties.FunctionName ?? properties.TargetFunctionArn ?? properties.Target.Arn),
        );
  });

  it('new versions of the functions that callers wait for take 10 % of the calls for five minutes, and go back when an alarm of theirs rings or somebody stops them', () => {
    expect(groups.map(({ properties }) => properties.DeploymentGroupName).sort()).toEqual(stepwise);
    for (const { properties } of groups) {
      expect(properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
        },
        AlarmConfiguration: { Enabled: true },
      });
      // A faulty version either crashes or catches its faults and answers 5xx.
      const name = properties.DeploymentGroupName;
      const watched = properties.AlarmConfiguration.Alarms.map(({ Name }: Json) => resources[Name.Ref]?.Properties);
      expect(watched).toMatchObject([
        { AlarmName: `adtrail-prod-${name}-errors`, Namespace: 'AWS/Lambda', MetricName: 'Errors' },
        { AlarmName: `adtrail-prod-${name}-5xx`, Namespace: 'adtrail', MetricName: 'server_errors' },
      ]);
      for (const alarm of watched) {
        expect(alarm).toMatchObject({ Period: 60, EvaluationPeriods: 1, Threshold: 3 });
        const values = alarm.Dimensions.map(({ Value }: Json) => prod.inWords(Value));
        expect(values).toContain(`function ${name}`);
      }
    }
    for (const { id } of aliases) {
      const { UpdatePolicy } = resources[id];
      const group = groups.find((one) => one.id === UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref);
      expect(id).toContain(group?.properties.DeploymentGroupName);
    }
  });

  it('new versions of the functions that callers wait for leave the version before in place, to go back to by hand', () => {
    const versions = prod.ofType('Lambda::Version');
    expect(versions.length).toBe(stepwise.length);
    for (const { deletionPolicy } of versions) expect(deletionPolicy).toBe('Retain');
  });

  it('new versions of the functions that callers wait for are not made when nothing changed', () => {
    const again = synthesised(service, stageNamed('prod'), { change: () => {} });
    expect(again.ofType('Lambda::Version').map(({ id }) => id)).toEqual(prod.ofType('Lambda::Version').map(({ id }) => id));
  });

  it('new versions of the functions that callers wait for are deployed by a role that may change these aliases and read alarms, and nothing else', () => {
    const [{ properties }] = groups as [Json];
    const role = resources[properties.ServiceRoleArn['Fn::GetAtt'][0]];
    const statements = role.Properties.Policies.flatMap((one: Json) => one.PolicyDocument.Statement);
    expect(statements.map(({ Action }: Json) => Action)).toEqual([
      ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      'cloudwatch:DescribeAlarms',
    ]);
    expect(statements[0].Resource.map(prod.inWords).sort()).toEqual(stepwise.map((name) => `live ${name}`));
  });

  it('new versions of the functions that callers wait for take over at once in dev; a stage of a developer has none of this', () => {
    const dev = synthesised(service, stageNamed('dev')).ofType('CodeDeploy::DeploymentGroup');
    expect(dev.map(({ properties }) => properties.DeploymentConfigName)).toEqual(stepwise.map(() => 'CodeDeployDefault.LambdaAllAtOnce'));
    expect(dev.map(({ properties }) => properties.AlarmConfiguration.Enabled)).toEqual(stepwise.map(() => false));
    const stage = synthesised(service, developerStage('ada'));
    for (const type of ['CodeDeploy::Application', 'Lambda::Alias', 'Lambda::Version', 'CodeDeploy::DeploymentGroup'])
      expect(stage.ofType(type)).toEqual([]);
  });
});
