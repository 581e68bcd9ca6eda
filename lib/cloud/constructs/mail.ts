import { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { ConfigurationSet, ConfigurationSetTlsPolicy, EmailSendingEvent, EventDestination, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { FilterOrPolicy, SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { MailKind } from '#shared/mail/mailer.ts';

const kinds: readonly MailKind[] = ['transactional', 'lifecycle'];

/** Each kind of mail has its own configuration set, and so its own reputation. */
export class MailSets extends Construct {
  readonly sets: Readonly<Record<MailKind, { name: string; arn: string }>>;

  constructor(scope: Construct, events: IQueue, masterKey: IKey) {
    super(scope, 'mail');
    const stack = Stack.of(this);
    const topic = new Topic(this, 'events', {
      topicName: `${stack.stackName}-mail-events`,
      enforceSSL: true,
      masterKey,
    });
    topic.addSubscription(
      new SqsSubscription(events, {
        rawMessageDelivery: true,
        // The filter excludes SES's greeting of a new topic, which is unparsable.
        filterPolicyWithMessageBody: {
          eventType: FilterOrPolicy.filter(SubscriptionFilter.stringFilter({ allowlist: ['Bounce', 'Complaint'] })),
        },
      }),
    );
    const sets = kinds.map((kind) => {
      const name = `${stack.stackName}-${kind}`;
      const set = new ConfigurationSet(this, kind, {
        configurationSetName: name,
        reputationMetrics: true,
        // Mails contain codes and links, so SES must deliver them over TLS.
        tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
        suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      });
      set.addEventDestination('events', {
        destination: EventDestination.snsTopic(topic),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      });
      const arn = stack.formatArn({ service: 'ses', resource: 'configuration-set', resourceName: name });
      return [kind, { name, arn }] as const;
    });
    this.sets = Object.fromEntries(sets) as MailSets['sets'];
  }
}
