import { region } from './environment.ts';
import { secretsIn } from './secrets.ts';

/** Calls of the engines are signed with the data folder's key only if other machines reach the host. */
export const engineCredentials = (directory: string | undefined) => ({
  accessKeyId: 'local',
  secretAccessKey: directory === undefined ? 'local' : secretsIn(directory).engine_key,
});

export function signLocally(dynamodb: string, directory: string | undefined): void {
  const { accessKeyId, secretAccessKey } = engineCredentials(directory);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
}
