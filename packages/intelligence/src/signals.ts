import { type PhraseBook, phraseBook } from './patterns.ts'
import type { Token } from './tokens.ts'

/** What a person must see before a review is answered or quoted. Found by phrases; each is a hint, not a verdict. */
export type Signal =
  | 'health_safety'
  | 'legal_threat'
  | 'discrimination'
  | 'abuse'
  | 'refund_request'
  | 'incentive'
  | 'prompt_injection'

const signalPhrases: Record<Signal, string> = {
  health_safety: `got ill|poisoned|hurt, was|were|been sick all|after, wrong tooth, became ill|sick, was|were|been ill after|all|for|the, violently ill|sick, taken ill, felt ill|sick after|from, ill the next|all|for|within, sick the next|all|for|within, is|was|am|are|severely allergic, had a reaction, reaction to the, epipen, rushed to, stitches, choked on, chipped my|her|his tooth on, staple in, hair dye reaction, scalded, electrocuted, food poisoning, poisoned, made me|us|him|her|them ill|sick, made my _ ill|sick, got sick, fell ill, ill after|from, sick after|from, vomit*, threw up, stomach bug|cramps|upset|ache|pains|flu, tummy bug|upset|ache, upset stomach|tummy, bad stomach|tummy, had|left|got blisters, blisters for|on my|her|his, hives, fainted, brakes gave|went, diarrhoea, diarrhea, allergic reaction, anaphyla*,
    ended up in hospital|a&e|er, in hospital, to hospital, hospital|hospitalised|hospitalized, emergency room, ambulance, infection, infected, injured, injury, electric shock, unsafe, dangerous*, piece of glass|metal|plastic, glass in my|the|our, raw chicken, chicken was raw|pink,
    undercooked chicken, brakes failed, wheel came off, wheel nut* _ loose, loose wheel nut*, could have been killed, nearly killed, gas leak, carbon monoxide, contained nuts|gluten, nut allergy, chemical burn*, scalp burn*, burned my|her|his, burnt my|her|his, no gloves, without gloves, same gloves, not sterilised, bed bugs, bedbugs, cockroach*, rat|rats, mouse|mice, nerve damage, salmonella, norovirus`,
  legal_threat: `lawyer*, solicitor*, attorney*, legal action, take you to court, taking you to court, take them to court, small claims, see you in court, sue you|them|him|her|for, will sue, suing, lawsuit, trading standards, ombudsman, police, report you|them|this to, reported them|this|you to, health inspector*, environmental health, file a complaint with, press charges, dental council, data protection authority, chargeback`,
  discrimination: `racist, racism, racial*, sexist, sexism, homophob*, transphob*, discriminat*, islamophob*, antisemit*, xenophob*, because i am black|brown|asian|muslim|jewish|gay|disabled|foreign|arab|african, because i'm black|brown|asian|muslim|jewish|gay|disabled|foreign|arab|african, because we are black|brown|asian|muslim|jewish|gay|disabled|foreign,
    because of my|her|his|our|their|your skin|race|religion|faith|disability|accent|headscarf|hijab|turban|wheelchair|skin|nationality|colour|color|sexuality|gender|age|origin, because of the headscarf|hijab|turban|wheelchair, because she|he is|was black|brown|asian|muslim|jewish|gay|disabled|foreign|arab|african|indian, because we|they are|were black|brown|asian|muslim|jewish|gay|disabled|foreign|arab|african|indian, serve|seat|want|welcome|treat|treats|treated|refuse|refuses|refused people like us|me|you, not|never serve|seat|want|welcome people like us|me|you, hate|hates|against people like us|me|you, not for people like us|me|you, your kind here|of|is|are, serve|want your kind, heard our|my accent, go back to your _ country, racial slur*, slur|slurs, because of _ skin colour|color, refused _ wheelchair, refused _ guide dog, sexually harass*, sexual harassment, harassed, groped, inappropriate comment* about my|her body`,
  abuse: `idiot*, moron*, scumbag*, bastard*, asshole*, arsehole*, bitch*, fuck*, shit, shits, shitty, bullshit, wanker*, dickhead*, cunt*, crook|crooks, criminals, i will find you, i'll find you, we will find you, burn _ place down, burn it down, beat you|him|her up, you will regret, you'll regret, watch your back, kill you|him|her, know where you live, ruin you, destroy your`,
  refund_request: `refund*, money back, money returned, return my|our _ money, want my money, want _ back, charge back, cover the cost|damage, pay for the damage, reimburs*, compensat*, give me back my, pay me back, free meal, owe me|us, chargeback, discount for the trouble`,
  incentive: `free _ for a _ review, free _ for _ five star*, discount for a|leaving|writing|posting, discount if i|we leave|write|post|give, voucher for a|leaving|writing|posting, gift card for a|leaving|writing|posting, in exchange for a|this _ review, asked _ for _ five star*, paid me|us to write|leave|post, paid for this review, offered _ for a review, offered _ if i|we, five stars for a free, remove this review if, delete this review if, take this review down if, change my review if, update my review if`,
  prompt_injection: `ignore all|any|previous|the|your|prior|above instructions|previous|prior|above, ignore _ instructions, ignore everything above|before, disregard _ instructions|above|previous|prompt, forget _ instructions|prompt|rules, system prompt, developer mode, jailbreak*, you are now a|an|the|in|no, act as a|an|if|my, pretend to be, pretend you, new instructions, override _ instructions|rules, as an ai, language model, chatgpt, gpt, llm, assistant must|should|will|reply|respond|say, respond only with, reply only with, reply with the|exactly, answer only with, output the|exactly|your, print the|your _ prompt|instructions|key, repeat after me, repeat the words|text|above, say exactly, include the code|link|following, include this link|code|text, end of review, begin system, new task, api key, base64, in your reply|response|answer write|include|say|mention, write in your reply|response`,
}

/** Mark-up and role tags never occur in an honest review. */
const injectionMarks = [
  '<|',
  '|>',
  '[inst]',
  '[/inst]',
  '<<sys',
  '</system',
  '<system',
  '### ',
  '```',
  '{{',
  '![',
  'system:',
  'assistant:',
  'user:',
  '<script',
  '<img',
  '<iframe',
  'javascript:',
  'onerror=',
]

// One book of everything says quickly that there is nothing, which is the rule. A phrase may belong to several signals
// while a word belongs to one hit of a book, so each signal also has a book of its own.
const anything: PhraseBook<true> = phraseBook<true>()
const books: { signal: Signal; book: PhraseBook<true> }[] = []
for (const [signal, list] of Object.entries(signalPhrases) as [Signal, string][]) {
  const book = phraseBook<true>()
  book.add(list, true)
  anything.add(list, true)
  books.push({ signal, book })
}

/** The signals of one sentence, in a fixed order. */
export function signalsOf(tokens: Token[], written: string): Signal[] {
  const signals = new Set<Signal>()
  if (anything.find(tokens).length > 0) {
    for (const { signal, book } of books) {
      // "They gave no refund" is about a refund all the same.
      const counts = (from: number) => signal === 'refund_request' || !denied(tokens, from)
      if (book.find(tokens).some(({ from }) => counts(from))) signals.add(signal)
    }
  }
  if (hasInjectionMarks(written)) signals.add('prompt_injection')
  return [...signals]
}

/** Signals that make an answer a matter for a person, not for a template. */
export const sensitiveSignals: ReadonlySet<Signal> = new Set([
  'health_safety',
  'legal_threat',
  'discrimination',
  'abuse',
])

/** Text that talks to a machine instead of describing a visit. */
export function hasInjectionMarks(written: string): boolean {
  const lower = written.toLowerCase()
  return injectionMarks.some((mark) => lower.includes(mark))
}

/** "No infection, no pain": what did not happen is no signal. */
function denied(tokens: Token[], from: number): boolean {
  const before = tokens[from - 1]
  const first = tokens[from]
  if (!before || !first || first.boundary !== 'none') return false
  if (first.word === 'no' || first.word === 'not' || first.word === 'without') return false
  return before.word === 'no' || before.word === 'not' || before.word === 'without' || before.word === 'never'
}
