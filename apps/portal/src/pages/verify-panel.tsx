import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { CodeBlock, CopyButton, Field } from '../components/parts.tsx'

const samples = [
  {
    name: 'TypeScript',
    call: (name: string) => `const genuine = isGenuine(request.headers, rawBody, process.env.${name})`,
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isGenuine(headers, rawBody, secret) {
  const timestamp = headers['x-svc-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const hash = createHmac('sha256', secret).update(timestamp + '.').update(rawBody).digest('hex')
  const expected = Buffer.from('sha256=' + hash)
  const sent = Buffer.from(headers['x-svc-signature'] ?? '')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}`,
  },
  {
    name: 'Python',
    call: (name: string) => `genuine = is_genuine(request.headers, raw_body, os.environ["${name}"])`,
    code: `import hashlib, hmac, os, time

def is_genuine(headers, raw_body: bytes, secret: str) -> bool:
    timestamp = headers["X-SVC-Timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + raw_body
    expected = "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, headers.get("X-SVC-Signature", ""))`,
  },
  {
    name: 'Go',
    call: (name: string) => `genuine := isGenuine(request.Header, rawBody, os.Getenv("${name}"))`,
    code: `func isGenuine(header http.Header, rawBody []byte, secret string) bool {
	timestamp := header.Get("X-SVC-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header.Get("X-SVC-Signature")))
}`,
  },
  {
    name: 'PHP',
    call: (name: string) => `$genuine = isGenuine(getallheaders(), $rawBody, getenv('${name}'));`,
    code: `function isGenuine(array $headers, string $rawBody, string $secret): bool {
    $timestamp = $headers['X-SVC-Timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    return hash_equals($expected, $headers['X-SVC-Signature'] ?? '');
}`,
  },
  {
    name: 'Java',
    call: (name: string) => `boolean genuine = isGenuine(timestamp, signature, rawBody, System.getenv("${name}"));`,
    code: `static boolean isGenuine(String timestamp, String signature, byte[] rawBody, String secret) throws Exception {
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(UTF_8));
    String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(rawBody));
    return MessageDigest.isEqual(expected.getBytes(UTF_8), signature.getBytes(UTF_8));
}`,
  },
] as const

/** Shows how to verify a delivery in five languages. Loaded when it is opened. */
function VerifyPanel() {
  const [chosen, setChosen] = useState<string>(samples[0].name)
  const [variable, setVariable] = useState('SVC_WEBHOOK_SECRET')
  const isName = /^[A-Za-z_][A-Za-z0-9_]{0,79}$/.test(variable)
  const textOf = ({ code, call }: (typeof samples)[number]) => `${code}\n\n${call(isName ? variable : 'SECRET')}`
  return (
    <>
      <p className="soft">
        Use the raw body, before it is parsed. The <a href="/docs/webhooks">guide to webhooks</a> explains each step.
      </p>
      <div className="narrow">
        <Field
          label="Environment variable with the secret"
          description="Letters, digits and _; the code below reads it"
          value={variable}
          onChange={setVariable}
          isInvalid={!isName}
        />
      </div>
      <Tabs selectedKey={chosen} onSelectionChange={(key) => setChosen(String(key))}>
        <TabList aria-label="Language" className="tabs">
          {samples.map(({ name }) => (
            <Tab key={name} id={name}>
              {name}
            </Tab>
          ))}
        </TabList>
        {samples.map((sample) => (
          <TabPanel key={sample.name} id={sample.name}>
            <CodeBlock label={`Verification in ${sample.name}`} text={textOf(sample)} />
            <CopyButton text={textOf(sample)} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

// biome-ignore lint/style/noDefaultExport: React.lazy takes the default export
export default VerifyPanel
