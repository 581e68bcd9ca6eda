/** `target` is the operation as AWS's JSON protocols name it, such as `AmazonSQS.SendMessage`. Throws `AwsRefusal`. */
export type AwsCall = (target: string, input: object) => Promise<unknown>;

export class AwsRefusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly body: Record<string, unknown>;
  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message ?? body.Message ?? `Status ${status}`));
    this.name = 'AwsRefusal';
    this.status = status;
    this.type = String(body.__type ?? '').replace(/^.*#/, '');
    this.body = body;
  }
}
