import { Badge, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '../kit/form.tsx';
import { networkTitle } from '../kit/networks.ts';
import { Note, Problem, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { countriesIn, countryNames } from './countries.ts';
import { type Destination, useSave } from './queries.ts';

export function NetworkSection({ destination }: { destination: Destination }) {
  const { network, state, consent_default, phone_country, collecting_since } = destination;
  const title = networkTitle(network);
  const change = useSave(network);
  const isOn = state === 'collecting';
  return (
    <Section title={title} actions={<Badge color={isOn ? 'teal' : 'gray'}>{isOn ? 'Collecting' : 'Off'}</Badge>}>
      <Stack gap="md">
        <Switch
          label={`Collect for ${title}`}
          description="Keeps consent, and user data where the person consented, hashed or sealed for nine days. Nothing is sent to the network."
          checked={isOn}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) =>
            change.mutate({ state: checked ? 'collecting' : 'off', consent_default, phone_country })
          }
        />
        {collecting_since && (
          <Note>
            Collects since <Time at={collecting_since} />
          </Note>
        )}
        {change.data && (
          <Text fz="sm" role="status">
            This holds for events and clicks from <Time at={change.data.holds_from} />
          </Text>
        )}
        {change.isError && <Problem error={change.error} />}
        {destination.state === 'collecting' && <Defaults destination={destination} />}
      </Stack>
    </Section>
  );
}

function Defaults({ destination: { network, state, consent_default, phone_country } }: { destination: Destination }) {
  const [countries, setCountries] = useState(Object.keys(consent_default).join(', '));
  const [phone, setPhone] = useState(phone_country ?? '');
  const save = useSave(network);
  const codes = countriesIn(countries);
  const [phoneCode = null] = countriesIn(phone);
  const body = { state, consent_default: Object.fromEntries(codes.map((code) => [code, 'granted' as const])), phone_country: phoneCode };
  const run = { ...save, mutate: () => save.mutate(body) };
  const fields = save.error?.fields ?? {};
  const ofCodes = codes.flatMap((code) => (fields[code] ? [`${code}: ${fields[code]}`] : []));
  return (
    <Form run={run} action="Save" done="Saved.">
      <TextInput
        label="Countries where unknown consent counts as granted"
        description="Two letters each, such as US, CA. Elsewhere an order without an answer is never reported."
        value={countries}
        onChange={(event) => setCountries(event.currentTarget.value)}
        error={fields.consent_default ?? (ofCodes.join(', ') || undefined)}
      />
      {codes.length > 0 && <Note>{countryNames(codes)}</Note>}
      <TextInput
        label="Country of phone numbers"
        description="It completes numbers without a country code. Empty: they are dropped."
        value={phone}
        maxLength={2}
        onChange={(event) => setPhone(event.currentTarget.value)}
        error={fields.phone_country}
      />
    </Form>
  );
}
