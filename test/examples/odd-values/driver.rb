# Runs the table of odd values: one line of JSON for each call.
require "bigdecimal"
require "./examples/ruby/adtrail"

def value_of(given)
  return given.map { |inner| value_of(inner) } if given.is_a?(Array)
  return given unless given.is_a?(Hash)

  text = given["text"]
  case given["$"]
  when nil then given.transform_values { |inner| value_of(inner) }
  when "missing" then nil
  when "NaN" then Float::NAN
  when "Infinity" then Float::INFINITY
  when "float" then Float(text)
  when "sum" then 0.1 + 0.2
  when "int", "number" then Integer(text)
  when "bytes" then [text].pack("H*").force_encoding("UTF-8")
  when "date" then Time.iso8601(text)
  when "decimal" then BigDecimal(text)
  when "cycle" then {}.tap { |cycle| cycle["cycle"] = cycle }
  else throw :none, { "none" => true }
  end
end

def call(client, kind, given)
  order = { event_type: "order_created", event_id: "order_created:1" }
  case kind
  when "orderIds" then client.order(given)
  when "refundIds" then client.refund(given, "1")
  when "netValues" then client.refund("1", given)
  when "eventIds" then client.send_events([{ **order, event_id: given }]).first
  when "batch" then client.send_events(given)
  when "emails" then Adtrail.email_sha256(given[0], form: given[1])
  else client.order("1", **{ kind.to_sym => given })
  end
end

client = Adtrail.new("sk_test_x\n", "#{ARGV[0]}/", retry_for: 0)
JSON.parse(File.read(ARGV[1])).each do |kind, value|
  outcome = catch(:none) do
    { "result" => call(client, kind, value_of(value)) }
  rescue Adtrail::Error => e
    facts = { "status" => e.status || 0, "code" => e.code, "request_id" => e.request_id }
    { "error" => { **facts, "message" => e.message } }
  rescue Exception => e
    { "crash" => e.inspect }
  end
  puts JSON.generate(outcome)
end
