import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { listen } from '#lib/local/listen.ts';
import { dialAny } from '#shared/web/open-socket.ts';
import { safeFetch } from '#shared/web/safe-fetch.ts';
import { AddressRefused, SiteUnreachable, type WebRequest } from '#shared/web/web.ts';
import { isPublic, publicInternet } from '#test/web/farm/public-internet.ts';
import { startFarm } from '#test/web/farm/servers.ts';
import { visits } from '#test/web/farm/visits.ts';

let farm: Awaited<ReturnType<typeof startFarm>>;
const trusted = getCACertificates('default');
beforeAll(async () => {
  farm = await startFarm();
  setDefaultCACertificates([...trusted, ...farm.certificate.split(/(?<=-----END CERTIFICATE-----\n)/).filter(Boolean)]);
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await farm.stop();
});

const endOf = async (url: string, kind: WebRequest['kind'] = 'page', internet = publicInternet(farm)) => {
  try {
    const file = await internet.web.fetch({
      url,
      kind,
      timeoutSeconds: /silent|drip(?!-early)|no-answer|extensions/.test(url) ? 0.4 : 20,
    });
    return file.status;
  } catch (error) {
    if (error instanceof AddressRefused) return 'refused';
    if (error instanceof SiteUnreachable) return error.reason;
    throw error;
  }
};

describe('an address that is not of the public web', () => {
  it.each(visits.literals)(
    'an address that is not of the public web is refused without a look-up or a connection: $url',
    async ({ url, end }) => {
      const internet = publicInternet(farm);
      expect(await endOf(url, 'page', internet)).toBe(end);
      await expect(internet.web.check(url)).rejects.toThrow(AddressRefused);
      expect(internet.asked).toEqual([]);
      expect(internet.dialled).toEqual([]);
    },
  );
});

const { names, redirects, bodies, secure } = visits;
describe('a hostile site', () => {
  it.each([...names, ...redirects, ...bodies, ...secure])('a hostile site ends $url ($kind) as $end', async ({ url, kind, end }) => {
    const internet = publicInternet(farm);
    expect(await endOf(url, kind, internet)).toBe(end);
    const reached = internet.dialled.flatMap(({ addresses }) => addresses.map(({ address }) => address));
    expect(reached.filter((address) => !isPublic(address))).toEqual([]);
  });

  it('a hostile site is told neither cookies nor where we come from, nor anything that another site gave', async () => {
    const { web } = publicInternet(farm);
    const { url, body } = await web.fetch({ url: 'http://cookies.example.com/#secret', kind: 'page' });
    expect(url).toBe('http://echo.example.com/');
    expect(Buffer.from(body).toString().split('\r\n').filter(Boolean)).toEqual([
      'GET / HTTP/1.1',
      'host: echo.example.com',
      'user-agent: farm',
      'accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
      'accept-encoding: gzip, deflate, br',
      'accept-language: en,*;q=0.5',
      'connection: close',
    ]);
  });

  it('a hostile site is looked up once a hop, and connected to where that look-up led', async () => {
    const { web, asked, dialled } = publicInternet(farm);
    await expect(web.fetch({ url: 'http://rebinding.example.com/', kind: 'page' })).rejects.toThrow(AddressRefused);
    expect(asked).toEqual(['rebinding.example.com', 'rebinding.example.com']);
    expect(dialled).toEqual([{ host: 'rebinding.example.com', port: 80, addresses: [{ address: '93.184.215.14', family: 4 }] }]);
  });

  it('a hostile site holds no connection after it was read, refused or given up', async () => {
    const { web } = publicInternet(farm);
    for (const name of ['good', 'metadata', 'bomb-gzip', 'flood', 'silent', 'flooding-redirect', 'picture'])
      await web.fetch({ url: `http://${name}.example.com/`, kind: 'page', timeoutSeconds: 1 }).catch(() => {});
    await web.fetch({ url: 'https://silent-handshake.example.com/', kind: 'page', timeoutSeconds: 0.3 }).catch(() => {});
    await farm.idle();
    expect(farm.connections()).toBe(0);
  });
});

describe('a site that means well', () => {
  it.each(['good', 'gzipped', 'brotli', 'deflated'])('a site that means well is read: %s', async (name) => {
    const { web } = publicInternet(farm);
    const file = await web.fetch({ url: `http://${name}.example.com/a b?c=ü#d`, kind: 'page' });
    expect(Buffer.from(file.body).toString()).toBe('<!doctype html><title>Hello</title>');
    expect(file.url).toBe(`http://${name}.example.com/a%20b?c=%C3%BC`);
    if (name === 'good') expect(file).toMatchObject({ status: 200, contentType: 'text/html', charset: 'utf-8' });
  });

  it('a site that means well may be checked before it is read', async () => {
    const { web, dialled } = publicInternet(farm);
    await web.check('https://good.example.com/');
    await web.check('https://nowhere.example.com/');
    await expect(web.check('https://inner.example.com/')).rejects.toThrow(AddressRefused);
    expect(dialled).toEqual([]);
  });

  it('a site that means well is connected to at an address that was given, whatever its name', async () => {
    const server = createServer((socket) => socket.end());
    const port = await listen(server, 0);
    const addresses = [{ address: '127.0.0.1', family: 4 }];
    const socket = dialAny({ host: 'name-that-nobody-looks-up.example.com', port, addresses });
    await new Promise((connected) => socket.once('connect', connected));
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
});

describe('a site of the local stage', () => {
  const mapped = (base: string) =>
    safeFetch({
      userAgent: 'farm',
      siteHosts: { example: base },
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      dial: () => {
        throw new Error('dialled');
      },
    });

  it('a site of the local stage is answered by its mock server, over http and https alike, under its own name', async () => {
    const server = createServer((socket) => {
      socket.on('data', (head) => {
        const [, host = ''] = /host: (\S+)/.exec(String(head)) ?? [];
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${host.length}\r\n\r\n${host}`);
      });
    });
    const web = mapped(`http://127.0.0.1:${await listen(server, 0)}`);
    for (const url of ['https://www.northwind.example/', 'http://www.northwind.example/']) {
      await web.check(url);
      const { body } = await web.fetch({ url, kind: 'page' });
      expect(Buffer.from(body).toString()).toBe('www.northwind.example');
    }
    await new Promise((closed) => server.close(closed));
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://localhost/',
    'http://inner.example.com/',
    'http://northwind.example:81/',
    'http://northwind.test/',
    'http://example/',
  ])('a site of the local stage does not open the way to private addresses: %s', async (url) => {
    const web = mapped('http://127.0.0.1:9');
    await expect(web.fetch({ url, kind: 'page' })).rejects.toThrow(AddressRefused);
    await expect(web.check(url)).rejects.toThrow(AddressRefused);
  });
});

describe('a page of this machine', () => {
  let address = '';
  const server = createHttpServer((request, response) => {
    const [, target] = /^\/to\/(.*)/.exec(request.url ?? '') ?? [];
    response.writeHead(target ? 302 : 200, target ? { location: decodeURIComponent(target) } : {});
    response.end('here');
  });
  beforeAll(async () => {
    address = `http://127.0.0.1:${await listen(server, 0)}`;
  });
  afterAll(() => server.close());
  const web = () => publicInternet(farm).web;
  const fetchAllowed = (url: string) => web().fetch({ url, kind: 'page', isOnThisMachineAllowed: true });

  it('a page of this machine is fetched only by a request that allows it, with its redirects on this machine', async () => {
    await expect(web().fetch({ url: address, kind: 'page' })).rejects.toThrow(AddressRefused);
    expect(await fetchAllowed(`${address}/to/%2Fshoes`)).toMatchObject({
      status: 200,
      url: `${address}/shoes`,
      hops: [`${address}/to/%2Fshoes`],
    });
    expect(await fetchAllowed(address.replace('127.0.0.1', 'localhost'))).toMatchObject({ status: 200 });
  });

  it('a page of this machine is refused over https, with credentials, at another private address and behind a redirect', async () => {
    for (const url of [
      address.replace('http:', 'https:'),
      address.replace('//', '//a:b@'),
      'http://10.0.0.1/',
      'http://127.0.0.2/',
      `${address}/to/${encodeURIComponent('http://192.168.0.1/')}`,
    ])
      await expect(fetchAllowed(url)).rejects.toThrow(AddressRefused);
  });
});
