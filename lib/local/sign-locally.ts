import { region } from './environment.ts';
import { secretsIn } from './secrets.ts';

/**
 * Signs calls of a host's engines with the key of its data folder. A host that only this machine reaches
 * needs no key.
 */
export const engineCredentials = (directory: string | undefined) => ({
  accessKeyId: 'local',
  secretAccessKey: directory === undefined ? 'local' : secretsIn(directory).engine_key,
});

/** Allows the AWS SDK of this process to call the database of a local host. */
export function signLocally(dynamodb: string, directory: string | undefined): void {
  const { accessKeyId, secretAccessKey } = engineCredentials(directory);
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL_DYNAMODB: dynamodb, AWS_REGION: region },
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  });
}
