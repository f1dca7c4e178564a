import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { canonicalWebhookUrl, isPublicAddress, webhookUrlProblem } from '../src/url-policy.ts'

/** One URL per line, JSON-escaped if it has characters that an editor would hide; `#` starts a comment. */
function urlsIn(file: string): string[] {
  return readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => JSON.parse(`"${line}"`) as string)
}

test.each(urlsIn('public-urls.txt'))('the URL %s is accepted for an endpoint', (url) => {
  expect(webhookUrlProblem(url)).toBeUndefined()
})

test.each(urlsIn('refused-urls.txt'))(
  'the URL %s is refused for an endpoint, and the reason says what it must be',
  (url) => {
    expect(webhookUrlProblem(url)).toMatch(/^must /)
  },
)

test.each([
  ['https://HOOKS.Rosso-Trattoria.nl', 'https://hooks.rosso-trattoria.nl/'],
  ['https://hooks.rosso-trattoria.nl.:443/svc?a=%20b', 'https://hooks.rosso-trattoria.nl/svc?a=%20b'],
  ['https://müller.de/h', 'https://xn--mller-kva.de/h'],
  ['https://[2606:4700:4700:0:0:0:0:1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
])('the URL %s is stored as %s', (sent, stored) => {
  expect(webhookUrlProblem(sent)).toBeUndefined()
  expect(canonicalWebhookUrl(sent)).toBe(stored)
})

test('a stored URL is accepted again, unchanged', () => {
  for (const stored of urlsIn('public-urls.txt').map(canonicalWebhookUrl)) {
    expect(webhookUrlProblem(stored)).toBeUndefined()
    expect(canonicalWebhookUrl(stored)).toBe(stored)
  }
})

test('the length is checked before and after the host is converted to ASCII', () => {
  const path = 'a'.repeat(2048 - 'https://example.com/'.length)
  const tooLong = 'must not be longer than 2048 characters'
  expect(webhookUrlProblem(`https://example.com/${path}`)).toBeUndefined()
  expect(webhookUrlProblem(`https://example.com/${path}a`)).toBe(tooLong)
  expect(webhookUrlProblem(`https://bücher.de/${'a'.repeat(2048 - 'https://bücher.de/'.length)}`)).toBe(tooLong)
})

describe('addresses', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.32.0.0',
    '198.17.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2a00:1450::1',
    '3ffe::1',
  ])('the address %s is public, and a delivery may connect to it', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '100.100.100.200',
      '127.0.0.1',
      '168.63.129.16',
      '169.254.169.254',
      '172.16.0.1',
      '192.0.0.192',
    ],
    ...[
      '192.0.2.1',
      '192.88.99.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::808:808',
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
      '2001:db8::1',
    ],
    ...[
      '2002:808:808::1',
      '2620:4f:8000::1',
      '3fff::1',
      '4000::1',
      '5f00::1',
      'fc00::1',
      'fe80::1',
      'fe80::1%eth0',
      '2606:4700::1%lo',
      'fec0::1',
      'ff02::1',
    ],
    ...['', 'localhost', '1.2.3', '127.1', '0x7f.0.0.1', '[::1]', '8.8.8.8/32', ' 8.8.8.8'],
  ])('the address "%s" is not public, and no delivery connects to it', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  )
})
