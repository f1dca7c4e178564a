import { expect, test } from 'vitest'
import { ipKey } from '../src/ip-key.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['::ffff:C000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['0000:0000:0000:0000:0000:ffff:192.0.2.7', '192.0.2.7'],
])('the IPv4 client %s counts under %s', (address, key) => {
  expect(ipKey(address)).toBe(key)
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::ffff:0:192.0.2.7', '0:0:0:0::/64'],
  ['::192.0.2.7', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
])('the IPv6 client %s counts under its /64, %s', (address, key) => {
  expect(ipKey(address)).toBe(key)
})

test('addresses of one /64 count together and other addresses separately', () => {
  expect(ipKey('2001:db8:1:2:aaaa::1')).toBe(ipKey('2001:db8:1:2:bbbb::2'))
  expect(ipKey('2001:db8:1:2::1')).not.toBe(ipKey('2001:db8:1:3::1'))
})

test.each([
  '',
  'unknown',
  '999.1.1.1',
  '192.0.2.7:443',
  '192.0.2',
  '1',
  '0177.0.0.1',
  '0x7f.1',
  '[2001:db8::1]',
  'x'.repeat(10_000),
])('strings that are not an address count under one key: %.20s', (address) => {
  expect(ipKey(address)).toBe('unknown')
})
