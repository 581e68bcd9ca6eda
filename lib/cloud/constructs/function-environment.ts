import { Stack } from 'aws-cdk-lib';
import type { Access } from '#functions/access.ts';
import type { Stage } from '#lib/cloud/stages.ts';
import { IdentityProviderClient } from '#shared/accounts/sign-in/identity-provider.ts';
import type { variables } from '#shared/env.ts';
import { requiredEntry } from './function-access.ts';
import type { Resources } from './resources.ts';

type Environment = Partial<Record<keyof typeof variables, string>>;

export function environmentOf(
  access: Access,
  { tables, queues, secrets, exportBucket, filesBucket, backupBucket, mail }: Resources,
  stage: Stage,
): Environment {
  if (stage.frontEndOrigins.some((origin) => origin.includes('*')))
    throw new Error(`lib/cloud/stages.ts: the front-end origins of ${stage.name} must not contain *.`);
  if (stage.name === 'prod' && !stage.settings.PHONE_COUNTRIES)
    throw new Error(`lib/cloud/stages.ts: the settings of ${stage.name} must name PHONE_COUNTRIES.`);
  if (stage.name === 'prod' && stage.settings.OPERATOR_MFA_REQUIRED !== 'true')
    throw new Error(`lib/cloud/stages.ts: the settings of ${stage.name} must set OPERATOR_MFA_REQUIRED to true.`);
  if (stage.idpConsole && !stage.idpClientIds.includes(stage.idpConsole.client_id))
    throw new Error(`lib/cloud/stages.ts: idpClientIds of ${stage.name} must contain the client of idpConsole.`);
  const tableNames = Object.keys(access.tables ?? {});
  const queueNames = [...new Set([...(access.sends ?? []), ...(access.works ?? [])])];
  const urls = Object.fromEntries(queueNames.map((name) => [name, requiredEntry(queues, name).queue.queueUrl]));
  const arns = Object.fromEntries((access.secrets ?? []).map((kind) => [kind, requiredEntry(secrets, kind).secretArn]));
  const stack = Stack.of(filesBucket);
  return {
    ...stage.settings,
    STAGE: stage.name,
    OPERATOR_TOKEN_HASHES: stage.operatorTokenHashes.join(','),
    FRONT_END_ORIGINS: stage.frontEndOrigins.join(','),
    FRONT_END_BASE_URL: stage.frontEndOrigins[0] ?? '',
    OPERATOR_DOMAIN: stage.operatorDomain,
    JWT_ISSUER: stage.jwtIssuer,
    IDP_CLIENT_IDS: stage.idpClientIds.join(','),
    ...(stage.idpConsole && {
      IDP_CONSOLE: JSON.stringify(IdentityProviderClient.parse(stage.idpConsole)),
    }),
    ...Object.fromEntries(tableNames.map((name) => [tableVariable(name), requiredEntry(tables, name).tableName])),
    ...(queueNames.length > 0 && { QUEUE_URLS: stack.toJsonString(urls) }),
    ...((access.deadLetters || access.countsDeadLetters || access.reportsFailures) && {
      QUEUE_URL_PREFIX: queueUrlPrefix(stack),
    }),
    ...(access.secrets && { SECRET_ARNS: stack.toJsonString(arns) }),
    ...((access.objects || access.uploads) && { EXPORT_BUCKET: exportBucket.bucketName }),
    ...(access.files && { FILES_BUCKET: filesBucket.bucketName }),
    ...((access.backups || access.deletions || access.erasures) && {
      BACKUP_BUCKET: backupBucket.bucketName,
    }),
    ...(access.mail && {
      MAIL_FROM: stage.mailFrom,
      MAIL_TRANSACTIONAL_SET: mail.sets.transactional.name,
      MAIL_LIFECYCLE_SET: mail.sets.lifecycle.name,
    }),
  };
}

const queueUrlPrefix = ({ region, urlSuffix, account, stackName }: Stack) => `https://sqs.${region}.${urlSuffix}/${account}/${stackName}-`;

const tableVariable = (name: string) => `TABLE_${name.toUpperCase().replaceAll('-', '_')}`;
