import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import { placeOfAlarm } from '#shared/operators/rules/alarm-places.ts';
import { type Watched, watch } from './watch.ts';

export class Alarms extends Construct {
  readonly topic: Topic;
  readonly #byId = new Map<string, Alarm>();

  constructor(scope: Construct, watched: Watched, { stage, masterKey }: { stage: Stage; masterKey: IKey }) {
    super(scope, 'alarms');
    const stack = Stack.of(this);
    this.topic = new Topic(this, 'topic', {
      topicName: `${stack.stackName}-alarms`,
      enforceSSL: true,
      masterKey,
    });
    // `enforceSSL` replaces the topic's default policy, which would allow alarms to publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
      }),
    );
    if (stage.alarmEmail) this.topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    for (const { id, metric, from, times = 1, ringsWithoutData, impact } of watch(watched, stage)) {
      const alarm = new Alarm(this, id, {
        alarmName: `${stack.stackName}-${id}`,
        alarmDescription: `${impact} ${whereTo(id, stage)}`,
        metric,
        threshold: from,
        evaluationPeriods: times,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: ringsWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      });
      this.#byId.set(id, alarm);
      alarm.addAlarmAction(new SnsAction(this.topic));
      alarm.addOkAction(new SnsAction(this.topic));
    }
  }

  of(id: string): Alarm {
    const alarm = this.#byId.get(id);
    if (!alarm) throw new Error(`Nothing watches "${id}".`);
    return alarm;
  }
}

function whereTo(id: string, { domain }: Stage): string {
  const { page, section } = placeOfAlarm(id);
  const address = domain ? `https://${domain.name}${page}` : page;
  return `See ${address}. What to do: docs/runbook.md#${section}`;
}
