-- Copyright (c) 2026 The burstlab authors
-- SPDX-License-Identifier: GPL-2.0-only
--
-- Wireshark 3.6 or later: the frames of congestion notification, as lossless-ethernet.rst lays them out. PAUSE, PFC and
-- VLAN tags are known to Wireshark itself.
--
--     tshark -X lua_script:contrib/lossless-ethernet/doc/lossless-ethernet.lua -r FILE.pcap

local ethertypes = DissectorTable.get("ethertype")

-- Fields of a protocol, by their last name.
local function fields_of(proto, fields)
  for _, field in pairs(fields) do
    table.insert(proto.fields, field)
  end
  return fields
end

-- What lies behind a tag whose last two bytes are the EtherType of the rest.
local function dissect_rest(buffer, size, pinfo, tree)
  local type = buffer(size - 2, 2):uint()
  if buffer:len() > size then
    ethertypes:try(type, buffer(size):tvb(), pinfo, tree)
  end
  return buffer:len()
end

-- BCN message -----------------------------------------------------------------------------------------------------------

local bcn = Proto("bcn", "Backward Congestion Notification")
local message = fields_of(bcn, {
  subtype = ProtoField.uint16("bcn.subtype", "Subtype", base.HEX),
  version = ProtoField.uint8("bcn.version", "Version"),
  mild = ProtoField.bool("bcn.mild", "Mild (largest decrease)", 8, nil, 0x01),
  severe = ProtoField.bool("bcn.severe", "Severe (stop)", 8, nil, 0x02),
  cpid = ProtoField.uint64("bcn.cpid", "Congestion point", base.HEX),
  offset = ProtoField.int32("bcn.offset", "Offset (bytes)"),
  change = ProtoField.int32("bcn.change", "Change (bytes)"),
  sample = ProtoField.bytes("bcn.sample", "Sampled frame"),
  destination = ProtoField.ether("bcn.sample.dst", "Destination of the sampled frame"),
  source = ProtoField.ether("bcn.sample.src", "Source of the sampled frame"),
})

function bcn.dissector(buffer, pinfo, tree)
  if buffer:len() < 42 or buffer(0, 2):uint() ~= 0x4243 or buffer(2, 1):uint() ~= 1 then
    return 0
  end
  pinfo.cols.protocol = "BCN"
  pinfo.cols.info = string.format("Offset %d, change %d bytes", buffer(12, 4):int(), buffer(16, 4):int())
  local branch = tree:add(bcn, buffer(0, 42))
  branch:add(message.subtype, buffer(0, 2))
  branch:add(message.version, buffer(2, 1))
  branch:add(message.mild, buffer(3, 1))
  branch:add(message.severe, buffer(3, 1))
  branch:add(message.cpid, buffer(4, 8))
  branch:add(message.offset, buffer(12, 4))
  branch:add(message.change, buffer(16, 4))
  local sample = branch:add(message.sample, buffer(20, 22))
  sample:add(message.destination, buffer(20, 6))
  sample:add(message.source, buffer(26, 6))
  return 42
end

-- BCN tag of a frame that passed a rate limiter ----------------------------------------------------------------------------

local bcn_tag = Proto("bcn_tag", "BCN Rate Limited Tag")
local limited = fields_of(bcn_tag, {
  cpid = ProtoField.uint64("bcn_tag.cpid", "Congestion point", base.HEX),
  type = ProtoField.uint16("bcn_tag.type", "Type", base.HEX),
})

function bcn_tag.dissector(buffer, pinfo, tree)
  if buffer:len() < 10 then
    return 0
  end
  local branch = tree:add(bcn_tag, buffer(0, 10))
  branch:add(limited.cpid, buffer(0, 8))
  branch:add(limited.type, buffer(8, 2))
  return dissect_rest(buffer, 10, pinfo, tree)
end

-- Congestion notification message of IEEE 802.1Qau ---------------------------------------------------------------------------

local UNIT = 64 -- bytes

local cnm = Proto("cnm", "802.1Qau Congestion Notification Message")
local notification = fields_of(cnm, {
  version = ProtoField.uint16("cnm.version", "Version", base.DEC, nil, 0xf000),
  feedback = ProtoField.uint16("cnm.feedback", "Quantized feedback", base.DEC, nil, 0x003f),
  cpid = ProtoField.uint64("cnm.cpid", "Congestion point", base.HEX),
  offset = ProtoField.int32("cnm.offset", "Offset (bytes)"),
  change = ProtoField.int32("cnm.change", "Change (bytes)"),
  priority = ProtoField.uint16("cnm.priority", "Priority of the sampled frame", base.DEC, nil, 0xe000),
  destination = ProtoField.ether("cnm.dst", "Destination of the sampled frame"),
  length = ProtoField.uint16("cnm.length", "Length of its data"),
  data = ProtoField.bytes("cnm.data", "Data of the sampled frame"),
})

function cnm.dissector(buffer, pinfo, tree)
  if buffer:len() < 24 or buffer(0, 1):bitfield(0, 4) ~= 0 then
    return 0
  end
  local length = buffer(22, 2):uint()
  if length > 64 or length > buffer:len() - 24 then
    return 0
  end
  pinfo.cols.protocol = "CNM"
  pinfo.cols.info = string.format("Quantized feedback %d", buffer(1, 1):bitfield(2, 6))
  local branch = tree:add(cnm, buffer(0, 24 + length))
  branch:add(notification.version, buffer(0, 2))
  branch:add(notification.feedback, buffer(0, 2))
  branch:add(notification.cpid, buffer(2, 8))
  branch:add(notification.offset, buffer(10, 2), UNIT * buffer(10, 2):int())
  branch:add(notification.change, buffer(12, 2), UNIT * buffer(12, 2):int())
  branch:add(notification.priority, buffer(14, 2))
  branch:add(notification.destination, buffer(16, 6))
  branch:add(notification.length, buffer(22, 2))
  if length > 0 then
    branch:add(notification.data, buffer(24, length))
  end
  return 24 + length
end

-- CN-TAG of IEEE 802.1Qau ----------------------------------------------------------------------------------------------------

local cn_tag = Proto("cn_tag", "802.1Qau Congestion Notification Tag")
local flow = fields_of(cn_tag, {
  flow = ProtoField.uint16("cn_tag.flow", "Flow"),
  type = ProtoField.uint16("cn_tag.type", "Type", base.HEX),
})

function cn_tag.dissector(buffer, pinfo, tree)
  if buffer:len() < 4 then
    return 0
  end
  local branch = tree:add(cn_tag, buffer(0, 4))
  branch:add(flow.flow, buffer(0, 2))
  branch:add(flow.type, buffer(2, 2))
  return dissect_rest(buffer, 4, pinfo, tree)
end

ethertypes:add(0x88b5, bcn)
ethertypes:add(0x8904, bcn_tag)
ethertypes:add(0x22e7, cnm)
ethertypes:add(0x22e9, cn_tag)
