// Slow: it starts processes.
import { resolve } from 'node:path';
import { help, optionsFrom } from '#lib/local/options.ts';

describe('the command line of npm start', () => {
  const refusal = (...args: string[]) => {
    try {
      optionsFrom(args, '/service');
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('the command line of npm start leaves the port open and takes the folder .local without any option', () => {
    expect(optionsFrom([], '/service')).toEqual({
      port: undefined,
      directory: resolve('/service/.local'),
      json: false,
      empty: false,
      verbose: false,
      help: false,
      address: '127.0.0.1',
      publicUrl: undefined,
    });
  });

  it('the command line of npm start reads --port, --data, --json and --empty', () => {
    const options = optionsFrom(['--port', '4000', '--data', 'here', '--json', '--empty'], '/service');
    expect(options).toMatchObject({
      port: 4000,
      directory: resolve('here'),
      json: true,
      empty: true,
      help: false,
    });
  });

  it('the command line of npm start reads where others reach it, and refuses what is no address', () => {
    const url = 'https://adtrail.shop.example';
    expect(optionsFrom(['--address', '0.0.0.0', '--public-url', url], '/service')).toMatchObject({
      address: '0.0.0.0',
      publicUrl: url,
    });
    for (const wrong of ['adtrail.shop.example', `${url}/x`, `${url}/`, 'ftp://shop.example', 'https://a@b.example'])
      expect(refusal('--public-url', wrong)).toMatch(/^--public-url takes an address without a path/);
    expect(refusal('--address', 'localhost')).toMatch(/^--address takes an IP address/);
  });

  it.each(['--help', '-h'])('%s asks for the options', (flag) => {
    expect(optionsFrom([flag], '/service').help).toBe(true);
    expect(refusal(flag, '--prot')).toMatch(/^Unknown option '--prot'/);
  });

  it('the command line of npm start explains every option, and where configuration comes from', () => {
    for (const words of [
      '--port N',
      '--data DIR',
      '--address IP',
      '--public-url URL',
      '--json',
      '--empty',
      '-h, --help',
      '3007',
      '.env',
      'npm run config',
    ])
      expect(help).toContain(words);
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.each(['65536', '-1', 'x', '', '3.5'])('the command line of npm start refuses the port %j with one sentence', (port) => {
    expect(refusal(`--port=${port}`)).toMatch(/^--port takes a number from 0 to 65535, not "[^\n]*"\.$/);
  });

  it('the command line of npm start refuses what it does not know, and says what it knows', () => {
    expect(refusal('--prot', '1')).toMatch(/^Unknown option '--prot'; known is: npm start -- [^\n]+\.$/);
    expect(refusal('4000')).toMatch(/^Unexpected argument '4000'[^\n]*; known is: [^\n]+\.$/);
    expect(refusal('--port')).toMatch(/--port[^\n]+; known is: [^\n]+\.$/);
  });
});
