// Slow: it builds the cloud's template or bundles.
import { service } from '#lib/cloud/service-description.ts';
import { type Json, stageNamed, synthesised } from './synthesised.ts';

const stage = stageNamed('prod');
const { ofType, inWords } = synthesised(service, stage);
const sets = new Map(ofType('SES::ConfigurationSet').map(({ id, properties }) => [id, properties]));

describe('mail', () => {
  it('mail has a configuration set for each kind, and neither follows its readers', () => {
    expect([...sets.values()].map(({ Name }) => Name).sort()).toEqual(['adtrail-prod-lifecycle', 'adtrail-prod-transactional']);
    for (const set of sets.values()) {
      expect(set.TrackingOptions).toBeUndefined();
      expect(set.DeliveryOptions.TlsPolicy).toBe('REQUIRE');
      expect(set.SuppressionOptions.SuppressedReasons.sort()).toEqual(['BOUNCE', 'COMPLAINT']);
      expect(set.ReputationOptions.ReputationMetricsEnabled).toBe(true);
    }
  });

  it('mail reports what bounces and who complains, of both, to the queue of their worker', () => {
    const destinations = ofType('SES::ConfigurationSetEventDestination').map(({ properties }) => properties);
    expect(destinations.map((d) => d.ConfigurationSetName.Ref).sort()).toEqual([...sets.keys()].sort());
    for (const { EventDestination } of destinations) {
      expect(EventDestination.Enabled).toBe(true);
      expect(EventDestination.MatchingEventTypes).toEqual(['bounce', 'complaint']);
      expect(inWords(EventDestination.SnsDestination.TopicARN)).toBe('topic');
    }
    const subscription = ofType('SNS::Subscription').find(({ properties }) => properties.Protocol === 'sqs');
    expect(subscription?.properties).toMatchObject({ RawMessageDelivery: true });
    expect(inWords(subscription?.properties.Endpoint)).toBe('queue mail_events');
  });

  it('mail keeps the sentence by which SES greets a topic from the worker, who would take it for a broken message', () => {
    const subscription = ofType('SNS::Subscription').find(({ properties }) => properties.Protocol === 'sqs');
    expect(subscription?.properties).toMatchObject({
      FilterPolicyScope: 'MessageBody',
      FilterPolicy: { eventType: ['Bounce', 'Complaint'] },
    });
  });

  it('mail takes such reports from SES of this account alone, over TLS alone', () => {
    const [topic] = ofType('SNS::Topic').filter(({ properties }) => /mail-events$/.test(properties.TopicName));
    const statements: Json[] = ofType('SNS::TopicPolicy')
      .filter(({ properties }) => properties.Topics.some((t: Json) => t.Ref === topic?.id))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement);
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(sets.size);
    for (const { Action, Principal, Condition } of allowed) {
      expect([Action, Principal]).toEqual(['sns:Publish', { Service: 'ses.amazonaws.com' }]);
      expect(inWords(Condition.StringEquals['AWS:SourceAccount'])).toBe('<AWS::AccountId>');
      expect(inWords(Condition.StringEquals['AWS:SourceArn'])).toContain(':configuration-set/');
    }
    expect(statements.filter(({ Effect }) => Effect === 'Deny')).toHaveLength(1);
  });

  it('mail says which set it is sent by, and where its links lead, to every function that sends; the latter to those whose answers hold links, too', () => {
    const sending = service.functions.filter(({ access }) => access.mail).map(({ name }) => name);
    const leading = service.functions.filter(({ access }) => access.links).map(({ name }) => name);
    expect(leading).not.toEqual([]);
    for (const { properties } of ofType('Lambda::Function')) {
      const { Variables } = properties.Environment;
      const name = properties.FunctionName.replace('adtrail-prod-', '');
      const known = [Variables.MAIL_TRANSACTIONAL_SET, Variables.MAIL_LIFECYCLE_SET];
      const expected = ['adtrail-prod-transactional', 'adtrail-prod-lifecycle'];
      expect([name, known]).toEqual([name, sending.includes(name) ? expected : [undefined, undefined]]);
      if (sending.includes(name) || leading.includes(name))
        expect(inWords(Variables.API_BASE_URL)).toMatch(/^https:\/\/edgedistribution\w+$/);
      expect(Variables.FRONT_END_BASE_URL).toBe('https://app.operator.example');
    }
  });
});
