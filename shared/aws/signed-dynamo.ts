import type { WireMap } from '#shared/store/attribute-values.ts';
import { type Dynamo, DynamoRefusal, type Output } from '#shared/store/dynamo.ts';
import { AwsRefusal } from './aws-call.ts';
import { type SignedAwsSettings, signedAws } from './signed-aws.ts';

/**
 * DynamoDB answers `GET /` without credentials (developer guide, "Troubleshooting SSL/TLS connection
 * establishment issues").
 */
export function signedDynamo(settings: Omit<SignedAwsSettings, 'service' | 'jsonVersion'>): Dynamo {
  const opensNow = process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
  const call = signedAws({ opensNow, ...settings, service: 'dynamodb', jsonVersion: '1.0' });
  return async (operation, input) => {
    try {
      return (await call(`DynamoDB_20120810.${operation}`, input)) as Output;
    } catch (error) {
      if (!(error instanceof AwsRefusal) || /^$|InternalServer|Unavailable/.test(error.type)) throw error;
      const { Item, CancellationReasons } = error.body as {
        Item?: WireMap;
        CancellationReasons?: DynamoRefusal['reasons'];
      };
      throw new DynamoRefusal(error.type, error.message, { item: Item, reasons: CancellationReasons });
    }
  };
}
