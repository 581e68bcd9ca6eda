import { Stack } from '@mantine/core';
import { Loaded, Page } from '../kit/page.tsx';
import { CoverageLine } from './coverage-line.tsx';
import { NetworkSection } from './network.tsx';
import { useDestinations } from './queries.ts';

export function DestinationsPage() {
  const destinations = useDestinations();
  return (
    <Page
      title="Destinations"
      about="Ad networks learn from reported orders which of their clicks bought. For now they only collect what a report needs: nothing is sent."
    >
      <CoverageLine />
      <Loaded query={destinations} height={480}>
        {(data) => (
          <Stack>
            {data.destinations.map((destination) => (
              <NetworkSection key={destination.network} destination={destination} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
