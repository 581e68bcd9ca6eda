import { join } from 'node:path';
import { App, AssetHashType, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { hashOfCode } from '#lib/cloud/bundle/code-cache.ts';
import { bundle } from '#lib/cloud/bundle.ts';
import { edgeRegion } from '#lib/cloud/constructs/edge-acl.ts';
import { EdgeFirewallStack } from '#lib/cloud/edge-firewall-stack.ts';
import { service } from '#lib/cloud/service-description.ts';
import { ServiceStack } from '#lib/cloud/service-stack.ts';
import { developerStage, stages } from '#lib/cloud/stages.ts';
import { buildConsole, consoleFolder, isConsoleBuilt } from '#lib/tools/console-build.ts';

const folder = await bundle(service.functions);
if (!isConsoleBuilt()) await buildConsole();
const hashes = new Map(await Promise.all(service.functions.map(async ({ name }) => [name, await hashOfCode(join(folder, name))] as const)));
const codeOf = (name: string) =>
  Code.fromAsset(join(folder, name), {
    exclude: ['*.map'],
    assetHashType: AssetHashType.CUSTOM,
    assetHash: hashes.get(name) as string,
  });

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const developer: string | undefined = app.node.tryGetContext('developer');
for (const stage of [...stages, ...(developer ? [developerStage(developer)] : [])]) {
  new ServiceStack(app, `adtrail-${stage.name}`, {
    service,
    stage,
    codeOf,
    consoleFolder,
    description: `adtrail, stage ${stage.name}`,
    tags: { service: 'adtrail', stage: stage.name },
  });
  new EdgeFirewallStack(app, `adtrail-${stage.name}-edge`, {
    stage,
    description: `adtrail, stage ${stage.name}: the firewall at CloudFront, for a stage outside of ${edgeRegion}`,
    tags: { service: 'adtrail', stage: stage.name },
  });
}
