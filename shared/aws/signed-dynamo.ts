import type { WireMap } from '#shared/store/attribute-values.ts';
import { type Dynamo, DynamoRefusal, type Output } from '#shared/store/dynamo.ts';
import { AwsRefusal, type SignedAwsSettings, signedAws } from './signed-aws.ts';

/**
 * DynamoDB without the SDK: see `signed-aws.ts` for why. On Lambda, a function connects while it starts: DynamoDB answers
 * `GET /` to anybody ("Troubleshooting SSL/TLS connection establishment issues" of its developer guide).
 */
export function signedDynamo(settings: Omit<SignedAwsSettings, 'service' | 'jsonVersion'>): Dynamo {
  const opensNow = process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
  const call = signedAws({ opensNow, ...settings, service: 'dynamodb', jsonVersion: '1.0' });
  return async (operation, input) => {
    try {
      return (await call(`DynamoDB_20120810.${operation}`, input)) as Output;
    } catch (error) {
      // A server's fault is no refusal: the caller may try the whole again.
      if (!(error instanceof AwsRefusal) || /^$|InternalServer|Unavailable/.test(error.type)) throw error;
      const { Item, CancellationReasons } = error.body as {
        Item?: WireMap;
        CancellationReasons?: DynamoRefusal['reasons'];
      };
      throw new DynamoRefusal(error.type, error.message, { item: Item, reasons: CancellationReasons });
    }
  };
}
