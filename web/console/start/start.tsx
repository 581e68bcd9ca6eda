import { Alert, Button, Group, Loader, Paper, Stack, Tabs, Text, ThemeIcon, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Answer, type ApiError, call } from '../app/api.ts';
import { type Environment, useScope } from '../app/scope.ts';
import { Code, Copyable } from '../kit/copy.tsx';
import { dayIn } from '../kit/dates.ts';
import { Icon } from '../kit/icon.tsx';
import { Page, Problem } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { reasonText } from '../kit/reasons.ts';
import { conversionSnippets, pixelSnippets } from './snippets.ts';

type Keys = { publicKey: string; secret: string };
type Click = { id: string };

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
              The pixel keeps the ad click of a visitor. It weighs 3 KB and waits for nothing.
            </Text>
            <Snippets label="Pixel" snippets={pixelSnippets(api, keys.publicKey)} />
            <Text fz="sm">
              Then open your page with a tagged link, such as{' '}
              <b className="anywhere">https://your-shop.example/?svc_campaign=first_campaign</b>, or{' '}
              <Link to="/links">build one</Link>. No page at hand? Make the click here.
            </Text>
            <MakeClick keys={keys} done={setClick} />
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

function Step({
  number,
  title,
  isDone,
  isOpen = true,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <Paper component="section" aria-label={title} p="md">
      <Group gap="sm" mb={isOpen ? 'sm' : 0} wrap="nowrap">
        <ThemeIcon
          radius="xl"
          size={28}
          color={isDone ? 'teal.9' : isOpen ? 'indigo' : 'gray.7'}
          aria-hidden="true"
        >
          {isDone ? (
            <Icon name="check" size={16} />
          ) : (
            <Text fz="sm" fw={650} c="inherit">
              {number}
            </Text>
          )}
        </ThemeIcon>
        <Title order={2} fz={16} c={isOpen ? 'inherit' : 'dimmed'}>
          {title}
        </Title>
      </Group>
      {isOpen && children}
    </Paper>
  );
}

function CreateKeys({ environment, created }: { environment: Environment; created: (keys: Keys) => void }) {
  const create = useMutation<Keys, ApiError>({
    mutationFn: async () => {
      const one = (kind: 'public' | 'secret', pixel_key?: string) =>
        call('createKey', {
          body: {
            name: kind === 'public' ? 'Website' : 'Back end',
            kind,
            environment,
            ...(pixel_key && { pixel_key }),
          },
        });
      const { key: publicKey } = await one('public');
      return { publicKey, secret: (await one('secret')).key };
    },
    onSuccess: created,
  });
  return (
    <Stack gap="sm">
      <Text fz="sm">
        A public key goes into your pages. A secret key stays on your server and sends conversions.
      </Text>
      {create.error?.code === 'verification_required' ? (
        <Alert color="orange" title="Verify your e-mail address first">
          Live secret keys need a verified address. Verify it on your <Link to="/account">account page</Link>,
          or switch to “Test” above.
        </Alert>
      ) : (
        create.isError && <Problem error={create.error} />
      )}
      <Group>
        <Button onClick={() => create.mutate()} loading={create.isPending}>
          Create my {environment} keys
        </Button>
      </Group>
    </Stack>
  );
}

function KeysCreated({ keys }: { keys: Keys }) {
  return (
    <Stack gap={6}>
      <Text fz="sm">Public key</Text>
      <Copyable value={keys.publicKey} />
      <Text fz="sm">Secret key</Text>
      <Copyable value={keys.secret} />
      <Text fz="sm" c="dimmed">
        Store the secret key on your server now. It is not shown again.
      </Text>
    </Stack>
  );
}

function Snippets({ label, snippets }: { label: string; snippets: Record<string, string> }) {
  const names = Object.keys(snippets);
  return (
    <Tabs defaultValue={names[0] ?? ''} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name} pt="xs">
          <Code label={`${label}: ${name}`} text={snippets[name] ?? ''} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function MakeClick({ keys, done }: { keys: Keys; done: (click: Click) => void }) {
  const make = useMutation<Answer<'createSession'>, ApiError>({
    mutationFn: () => {
      const url =
        'https://your-shop.example/?svc_campaign=first_campaign&svc_ad_group=first_group&svc_ad_id=ad_1';
      return call('createSession', { body: { key: keys.publicKey, url } }, { token: null });
    },
    onSuccess: ({ sid }) => done({ id: sid }),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" onClick={() => make.mutate()} loading={make.isPending}>
          {make.isSuccess ? 'Make another ad click' : 'Make an ad click'}
        </Button>
        {make.data && <Copyable value={make.data.sid} />}
      </Group>
      {make.isError && <Problem error={make.error} />}
    </Stack>
  );
}

function SendHere({
  keys,
  click,
  eventId,
  sent,
}: {
  keys: Keys;
  click: Click;
  eventId: string;
  sent: () => void;
}) {
  const send = useMutation<Answer<'sendConversion'>, ApiError>({
    mutationFn: () =>
      call(
        'sendConversion',
        {
          body: {
            ...{ event_type: 'order_created', event_id: eventId, svc_click_id: click.id },
            ...{ value: 25.99, currency: 'USD' },
          },
        },
        { token: keys.secret },
      ),
    // The log has it about a second after the answer.
    onSuccess: () => setTimeout(sent, 900),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button onClick={() => send.mutate()} loading={send.isPending}>
          {send.isSuccess ? 'Send the same again' : 'Send it from here'}
        </Button>
      </Group>
      {send.isError && <Problem error={send.error} />}
      {send.data && <Code label="The answer" text={JSON.stringify(send.data, null, 2)} />}
    </Stack>
  );
}

function Waiting({ isDone, waiting, done }: { isDone: boolean; waiting: string; done: string }) {
  return (
    <Group gap="xs" role="status" aria-live="polite">
      {isDone ? (
        <ThemeIcon size={20} radius="xl" color="teal.9">
          <Icon name="check" size={12} />
        </ThemeIcon>
      ) : (
        <Loader size={16} aria-hidden="true" />
      )}
      <Text fz="sm" fw={isDone ? 600 : 400}>
        {isDone ? done : waiting}
      </Text>
    </Group>
  );
}
