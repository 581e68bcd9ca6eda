import { Alert, Progress as Bar, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../core/api.ts';
import { type Environment, useScope } from '../core/scope.ts';
import { CheckSite } from '../kit/check-site.tsx';
import { dayIn, plusDays } from '../kit/dates.ts';
import { Loading, Page, Problem } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { MakeClick, TryWithTestData } from './actions.tsx';
import { ConversionStep, useSample } from './conversion-step.tsx';
import { CreateKeys, KeysCreated, type WorkingKeys } from './keys-step.tsx';
import { Marketing } from './marketing.tsx';
import { lookBackDays, nextStep, progressOf, type StepName, type Progress as StepsDone, stepNames, workingKeys } from './progress.ts';
import { pixelSnippets } from './snippets.ts';
import { Snippets, Step, Waiting } from './steps.tsx';

export function StartPage() {
  const { environment } = useScope();
  return <Checklist key={environment} environment={environment} />;
}

function useFacts(environment: Environment) {
  const { zone } = useScope();
  const [beganAt] = useState(Date.now);
  const today = dayIn(zone, Date.now());
  const query = { environment, time_zone: zone, from: plusDays(today, 1 - lookBackDays), to: today };
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}) });
  const endpoints = useQuery({
    queryKey: ['webhook-endpoints'],
    queryFn: () => call('listWebhookEndpoints', {}),
  });
  const funnel = useQuery({
    queryKey: ['start', query],
    queryFn: () => call('reportFunnel', { query }),
    refetchInterval: ({ state }) => {
      const hasKeys = keys.data && Boolean(workingKeys(keys.data.keys, environment).publicKey);
      const isWaiting = !state.data?.event_types.some(({ count, unmatched }) => count > unmatched);
      return hasKeys && isWaiting ? waitEvery(Date.now() - beganAt) : false;
    },
  });
  const queries = [keys, endpoints, funnel];
  return {
    keys: keys.data && workingKeys(keys.data.keys, environment),
    funnel,
    failed: queries.find((query) => query.isError && query.data === undefined),
    progress:
      keys.data && endpoints.data && funnel.data
        ? progressOf({ keys: keys.data.keys, endpoints: endpoints.data.endpoints, funnel: funnel.data }, environment)
        : undefined,
  };
}

function Checklist({ environment }: { environment: Environment }) {
  const { keys, progress, failed, funnel } = useFacts(environment);
  const isTest = environment === 'test';
  return (
    <Page
      title="Get started"
      about={
        isTest
          ? 'Your first attributed conversion with test keys. Test data never mixes with live data.'
          : 'Your first attributed conversion, in about a minute. Switch to “Test” above to try it apart from your real data.'
      }
    >
      {failed && <Problem error={failed.error} retry={() => failed.refetch()} />}
      {!failed && (!progress || !keys) && <Loading height={360} />}
      {progress && keys && <Steps environment={environment} keys={keys} progress={progress} refresh={() => funnel.refetch()} />}
    </Page>
  );
}

function Steps({
  environment,
  keys,
  progress,
  refresh,
}: {
  environment: Environment;
  keys: WorkingKeys;
  progress: StepsDone;
  refresh: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const [clickId, setClickId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Partial<Record<StepName, boolean>>>({});
  const sample = useSample(environment, clickId !== null);
  const isTest = environment === 'test';
  const api = window.location.origin;
  const publicKey = keys.publicKey?.pixel_key ?? null;
  const next = nextStep(progress);
  const usuallyOpen = (name: StepName) =>
    name === next ||
    (name === 'keys' && secret !== null) ||
    (name === 'links' && (clickId !== null || (progress.keys && !progress.links))) ||
    (name === 'conversion' && (sample.isSent || (progress.keys && progress.links && !progress.conversion)));
  const isOpen = (name: StepName) => chosen[name] ?? usuallyOpen(name);
  const step = (name: StepName) => ({
    number: stepNames.indexOf(name) + 1,
    isDone: progress[name],
    isOpen: isOpen(name),
    toggle: () => setChosen((before) => ({ ...before, [name]: !isOpen(name) })),
  });
  const doneCount = stepNames.filter((name) => progress[name]).length;
  const madeClick = (id: string) => {
    setClickId(id);
    // The click is counted about a second after the response.
    setTimeout(refresh, 900);
  };
  const ownClick = isTest && publicKey ? <MakeClick publicKey={publicKey} done={madeClick} /> : <TryWithTestData />;
  const needsKeys = <Text fz="sm">Create your keys first.</Text>;

  return (
    <Stack gap="md">
      <div>
        <Text fz="sm" mb={4}>
          {doneCount} of {stepNames.length} steps are done. A step is done when its data arrived in the last {lookBackDays} days.
        </Text>
        <Bar value={(doneCount / stepNames.length) * 100} aria-label="Steps that are done" color="teal" />
      </div>
      <Step {...step('keys')} title="Create your keys">
        {progress.keys ? <KeysCreated keys={keys} secret={secret} /> : <CreateKeys environment={environment} created={setSecret} />}
      </Step>
      <Step {...step('pixel')} title="Put the pixel on your landing page">
        {publicKey ? (
          <Stack gap="md">
            <Text fz="sm">The pixel keeps the ad click of a visitor. It weighs 5 KB and waits for nothing.</Text>
            <Snippets label="Pixel" snippets={pixelSnippets(api, publicKey)} />
            <CheckSite />
            <Waiting isDone={progress.pixel} waiting="Waiting for the first page view …" done="The pixel has reported page views." />
          </Stack>
        ) : (
          needsKeys
        )}
      </Step>
      <Step {...step('links')} title="Tag the links of your ads">
        {publicKey ? (
          <Stack gap="md">
            <Text fz="sm">
              Open your page with a tagged link, such as <b className="anywhere">https://your-shop.example/?svc_campaign=first_campaign</b>,
              or <Link to="/links">build one</Link>. {isTest && 'No page at hand? Make the click here.'}
            </Text>
            {ownClick}
            <Waiting isDone={progress.links} waiting="Waiting for the first ad click …" done="The first ad click has arrived." />
          </Stack>
        ) : (
          needsKeys
        )}
      </Step>
      <Step {...step('conversion')} title="Send your first conversion">
        {publicKey && keys.secretKey ? (
          <ConversionStep
            {...{ api, secret, clickId, sample }}
            secretKeyId={keys.secretKey.id}
            isDone={progress.conversion}
            makeClick={ownClick}
            sent={refresh}
          />
        ) : (
          needsKeys
        )}
      </Step>
      <Step {...step('webhook')} title="Receive conversions by webhook" isOptional>
        <Stack gap="sm">
          <Text fz="sm">We call your server when an ad earns a conversion, when an event ID is used twice, and when a key leaks.</Text>
          <Group>
            <Button component={Link} to="/webhooks" variant="default">
              {progress.webhook ? 'See your endpoints' : 'Add an endpoint'}
            </Button>
          </Group>
        </Stack>
      </Step>
      {(progress.conversion || sample.received?.outcome === 'matched') && <Finished hasLinks={progress.links} />}
      <Marketing />
    </Stack>
  );
}

function Finished({ hasLinks }: { hasLinks: boolean }) {
  const queries = useQueryClient();
  return (
    <Alert color="teal" title="Your first conversion is attributed">
      <Text fz="sm" mb="sm">
        The same call again returns the same result and counts once. Next:{' '}
        {hasLinks ? 'send every order.' : 'tag the links of your ads, and send every order.'}
      </Text>
      <Group gap="xs">
        <Button component={Link} to="/" onClick={() => queries.invalidateQueries()}>
          See it on the overview
        </Button>
        {!hasLinks && (
          <Button component={Link} to="/links" variant="default">
            Tag your links
          </Button>
        )}
      </Group>
    </Alert>
  );
}
