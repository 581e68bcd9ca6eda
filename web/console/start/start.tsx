import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../app/api.ts';
import { type Environment, useScope } from '../app/scope.ts';
import { dayIn } from '../kit/dates.ts';
import { Page, Problem } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { reasonText } from '../kit/reasons.ts';
import { CheckSite } from '../links/check-site.tsx';
import { type Click, CreateKeys, type Keys, KeysCreated, MakeClick, SendHere } from './actions.tsx';
import { conversionSnippets, pixelSnippets } from './snippets.ts';
import { Snippets, Step, Waiting } from './steps.tsx';

/** From nothing to the first attributed conversion. The secret lives as long as this page is open. */
export function StartPage() {
  const { environment } = useScope();
  return <Walk key={environment} environment={environment} />;
}

function Walk({ environment }: { environment: Environment }) {
  const { zone } = useScope();
  const [keys, setKeys] = useState<Keys | null>(null);
  const [click, setClick] = useState<Click | null>(null);
  const [eventId] = useState(() => `order_created:first-${crypto.randomUUID().slice(0, 8)}`);
  const [beganAt] = useState(Date.now);
  const queries = useQueryClient();
  const api = window.location.origin;

  const query = { environment, time_zone: zone, from: dayIn(zone, beganAt), to: dayIn(zone, Date.now()) };
  const sessions = useQuery({
    queryKey: ['start', 'sessions', environment, keys?.publicKey],
    queryFn: async () => {
      const report = await call('reportFunnel', { query: { ...query, pixel_key: keys?.publicKey } as never });
      return report.steps[0]?.count ?? 0;
    },
    enabled: keys !== null,
    refetchInterval: ({ state }) => (state.data ? false : waitEvery(Date.now() - beganAt)),
  });
  const hasClick = (sessions.data ?? 0) > 0;
  const conversion = useQuery({
    queryKey: ['start', 'conversion', environment, eventId],
    queryFn: async () => {
      const { events } = await call('listEvents', { query: { environment, id: eventId, limit: 1 } as never });
      return events.find(({ outcome }) => outcome === 'matched' || outcome === 'unmatched') ?? null;
    },
    enabled: keys !== null && click !== null,
    refetchInterval: ({ state }) => (state.data ? false : waitEvery(Date.now() - beganAt)),
  });
  const received = conversion.data;

  return (
    <Page
      title="Get started"
      about={
        environment === 'test'
          ? 'Your first attributed conversion with test keys. Test data never mixes with live data.'
          : 'Your first attributed conversion, in about a minute. Switch to “Test” above to try it apart from your real data.'
      }
    >
      <Step number={1} title="Create your keys" isDone={keys !== null}>
        {keys ? <KeysCreated keys={keys} /> : <CreateKeys environment={environment} created={setKeys} />}
      </Step>
      <Step number={2} title="Put the pixel on your landing page" isDone={hasClick} isOpen={keys !== null}>
        {keys && (
          <Stack gap="md">
            <Text fz="sm">
              The pixel keeps the ad click of a visitor. It weighs 5 KB and waits for nothing.
            </Text>
            <Snippets label="Pixel" snippets={pixelSnippets(api, keys.publicKey)} />
            <Text fz="sm">
              Then open your page with a tagged link, such as{' '}
              <b className="anywhere">https://your-shop.example/?svc_campaign=first_campaign</b>, or{' '}
              <Link to="/links">build one</Link>. No page at hand? Make the click here.
            </Text>
            <MakeClick keys={keys} done={setClick} />
            <CheckSite />
            <Waiting
              isDone={hasClick}
              waiting="Waiting for the first ad click …"
              done="The first ad click has arrived."
            />
          </Stack>
        )}
      </Step>
      <Step
        number={3}
        title="Send your first conversion"
        isDone={Boolean(received)}
        isOpen={keys !== null && (click !== null || hasClick)}
      >
        {keys && (click || hasClick) && (
          <Stack gap="md">
            <Text fz="sm">
              Your server sends an order with the click ID that the cookie <code>svc_sid</code> holds. Each
              example runs as it is
              {click ? '.' : '; put your click ID in place of CLICK_ID, or make a click above.'}
            </Text>
            <Snippets
              label="Conversion"
              snippets={conversionSnippets({
                api,
                secret: keys.secret,
                clickId: click?.id ?? 'CLICK_ID',
                eventId,
              })}
            />
            {click && (
              <SendHere keys={keys} click={click} eventId={eventId} sent={() => conversion.refetch()} />
            )}
            {conversion.isError && <Problem error={conversion.error} retry={() => conversion.refetch()} />}
            <Waiting
              isDone={Boolean(received)}
              waiting="Waiting for your first conversion …"
              done={
                received?.outcome === 'matched'
                  ? `Attributed to the campaign ${received.campaign}.`
                  : `Received, and not attributed: ${reasonText(received?.reason ?? '')}.`
              }
            />
          </Stack>
        )}
      </Step>
      {received?.outcome === 'matched' && (
        <Alert color="teal" title="Your first conversion is attributed">
          <Text fz="sm" mb="sm">
            The same call again returns the same result and counts once. Next: tag the links of your ads, and
            send every order.
          </Text>
          <Group gap="xs">
            <Button component={Link} to="/" onClick={() => queries.invalidateQueries()}>
              See it on the overview
            </Button>
            <Button component={Link} to="/links" variant="default">
              Tag your links
            </Button>
          </Group>
        </Alert>
      )}
    </Page>
  );
}
