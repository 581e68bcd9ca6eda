/**
 * Calls a DynamoDB engine without the SDK: on the wire a stream record has the very form that Lambda hands to a
 * function. The engines take any signature, but one has to be there.
 */
export async function dynamoDbCall<T>(endpoint: string, target: string, body: object): Promise<T> {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    'x-amz-target': target,
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  };
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body), signal });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${target}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}
